import { Alert } from '@mantine/core'
import { ApprovalPanel } from '#campaigns/widgets/approval-panel.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { clockWords } from '../rules/words.ts'
import type { Campaign } from './campaign.tsx'

/** A second person's approval of a text to many. */
export function Approval({ campaign: { id, version, mode, state, approval } }: { campaign: Campaign }) {
  const act = useAct(api.smsCampaigns.key())
  if (!approval) return null
  const { sunday } = approval
  const isNow = mode === 'now'
  return (
    <ApprovalPanel
      approval={approval}
      isDeclined={state === 'declined'}
      message="text"
      right="send texts"
      approveLabel={!isNow ? 'Approve' : sunday ? 'Approve and send anyway' : 'Approve and send'}
      warning={
        sunday ? (
          <Alert color="yellow" title="It’s Sunday morning" role="alert">
            Most of your people are at worship now. If you approve it anyway, it is sent now. From {clockWords(sunday)}{' '}
            on, nobody is disturbed.
          </Alert>
        ) : null
      }
      onReview={(verb, note) =>
        act(
          // The member confirms that they have read the warning.
          () => client.smsCampaigns[verb]({ id, version, note, anyway: Boolean(sunday) }),
          verb === 'approve' ? (isNow ? 'Sending' : 'Approved and scheduled') : 'Declined',
        )
      }
    />
  )
}
