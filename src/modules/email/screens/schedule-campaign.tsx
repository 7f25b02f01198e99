import { Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '#ui/form-dialog.tsx'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { toast } from '#ui/toast.tsx'
import { client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { CampaignDialogProps } from './campaign-dialogs.tsx'

/** Later: the same moment for everyone by the church's clock, whatever zone the browser is in, or each by their own. */
export function ScheduleCampaign({ onClose, campaign, current, onDone }: CampaignDialogProps) {
  const zone = useMe().account?.timeZone ?? 'UTC'
  const { scheduledFor, localTime } = campaign
  const form = useForm({
    initialValues: {
      at: localTime ?? (scheduledFor ? clockTime(scheduledFor, zone) : ''),
      by: localTime ? 'reader' : 'church',
    },
    validate: { at: at => (at ? null : 'Please choose a date and a time') },
  })
  const schedule = async ({ at, by }: typeof form.values) => {
    const which = await current()
    if (!which) return
    const when = by === 'reader' ? { localTime: at } : { at: instantAt(at, zone) as never }
    onDone(await client.emailCampaigns.schedule({ ...which, ...when }))
    toast('Scheduled')
  }
  return (
    <FormDialog opened onClose={onClose} form={form} title="Schedule" submitLabel="Schedule" onSubmit={schedule}>
      <TextInput type="datetime-local" label="Send on" data-autofocus {...form.getInputProps('at')} />
      <Radio.Group label="Time zone" {...form.getInputProps('by')}>
        <Stack gap="xs" mt="xs">
          <Radio value="church" label={`The same time for everyone: ${zone.split('/').at(-1)!.replaceAll('_', ' ')}`} />
          <Radio
            value="reader"
            label="Each reader’s time zone"
            description="From their profile, else from their address, else yours. If the time has already passed there, it is sent right away."
            disabled={Boolean(campaign.split)}
          />
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
