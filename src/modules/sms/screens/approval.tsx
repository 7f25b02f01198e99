import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { clockWords } from '../rules/words.ts'
import type { Campaign } from './campaign.tsx'

/** A second person's approval: asked for, given or refused. */
export function Approval({ campaign }: { campaign: Campaign }) {
  const { dateTime } = useFormat()
  const { approval, state } = campaign
  if (!approval) return null
  const { askedBy, askedAt, decidedBy, decidedAt, note, mayDecide } = approval
  const asked = `Requested by ${askedBy || 'A colleague'} on ${dateTime(askedAt)}.`
  return (
    <Panel title="Approval">
      <Stack gap="sm">
        {decidedAt ? (
          <Text data-figures>
            {state === 'declined' ? 'Declined' : 'Approved'} by {decidedBy || 'a colleague'} on {dateTime(decidedAt)}.
          </Text>
        ) : (
          <Text role="status">
            This text goes to so many people that a second person must approve it first. {asked}
            {mayDecide ? '' : ' Everyone else who can send texts has been notified.'}
          </Text>
        )}
        {note ? <Text c="dimmed">“{note}”</Text> : null}
        {state === 'declined' ? (
          <Text size="sm" c="dimmed">
            If you edit it, it needs a new approval.
          </Text>
        ) : null}
        {mayDecide ? <Decide campaign={campaign} /> : null}
      </Stack>
    </Panel>
  )
}

function Decide({ campaign: { id, version, mode, approval } }: { campaign: Campaign }) {
  const sunday = approval?.sunday

  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const act = useAct(api.smsCampaigns.key())
  const decide = async (verb: 'approve' | 'decline') => {
    setBusy(true)
    await act(
      // The member confirms that they have read the warning.
      () => client.smsCampaigns[verb]({ id, version, note, anyway: Boolean(sunday) }),
      verb === 'approve' ? (mode === 'now' ? 'Sending' : 'Approved and scheduled') : 'Declined',
    )
    setBusy(false)
  }
  return (
    <>
      {sunday ? (
        <Alert color="yellow" title="It’s Sunday morning" role="alert">
          Most of your people are at worship now. If you approve it anyway, it is sent now. From {clockWords(sunday)}{' '}
          on, nobody is disturbed.
        </Alert>
      ) : null}
      <Textarea
        label="Note to the requester"
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button loading={busy} onClick={() => void decide('approve')}>
          {mode !== 'now' ? 'Approve' : sunday ? 'Approve and send anyway' : 'Approve and send'}
        </Button>
        <Button variant="default" loading={busy} onClick={() => void decide('decline')}>
          Decline
        </Button>
      </Group>
    </>
  )
}
