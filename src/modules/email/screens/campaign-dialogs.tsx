import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { Campaign } from './use-campaign.ts'

export interface CampaignDialogProps {
  onClose: () => void
  campaign: Campaign
  /** saves what was typed; undefined where that was refused */
  current: () => Promise<{ id: string; version: number } | undefined>
  /** shows what came of it */
  onDone: (campaign: Campaign) => void
}

interface DialogProps {
  title: string
  submit: string
  busy: boolean
  problem: unknown
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

export const Dialog = ({ title, submit, busy, problem, onClose, onSubmit, children }: DialogProps) => (
  <Modal opened onClose={onClose} title={title}>
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Stack>
        <Problem error={problem} />
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  </Modal>
)

/** By the clock of the church, whatever zone the browser is in. */
export function ScheduleCampaign({ onClose, campaign, current, onDone }: CampaignDialogProps) {
  const zone = useMe().account?.timeZone ?? 'UTC'
  const form = useForm({ initialValues: { at: campaign.scheduledFor ? clockTime(campaign.scheduledFor, zone) : '' } })
  const { problem, busy, save } = useSaving(form)
  const submit = () => {
    const { at } = form.values
    if (!at) return form.setFieldError('at', 'Please choose a date and a time')
    return save(async () => {
      const which = await current()
      if (!which) return onClose()
      onDone(await client.emailCampaigns.schedule({ ...which, at: instantAt(at, zone) as never }))
      toast('It is scheduled')
      onClose()
    })
  }
  return (
    <Dialog title="Schedule" submit="Schedule" {...{ busy, problem, onClose }} onSubmit={() => void submit()}>
      <TextInput
        type="datetime-local"
        label="It goes out"
        description={`By the clock of ${zone.split('/').at(-1)!.replaceAll('_', ' ')}.`}
        data-autofocus
        {...form.getInputProps('at')}
      />
    </Dialog>
  )
}
