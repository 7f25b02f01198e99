import { Button, Group, Modal, Stack } from '@mantine/core'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { PaceFields } from '../widgets/calling-step.tsx'
import { type CallCampaign, useCallDraft } from '../widgets/use-call-draft.ts'

/** How fast a paused campaign goes on, and what it may cost. */
export function PaceDialog({ campaign, onClose }: { campaign: CallCampaign; onClose: () => void }) {
  const draft = useCallDraft(campaign)
  const save = async () => {
    if (!(await draft.save()).campaign) return
    toast('Saved')
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Edit pace" size="lg">
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack>
          <Problem
            error={
              draft.conflict
                ? 'Someone else changed this campaign. Close this and open it again to see their changes.'
                : draft.problem
            }
          />
          <PaceFields draft={draft} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={draft.busy}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
