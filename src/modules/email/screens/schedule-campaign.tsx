import { Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '#ui/form-dialog.tsx'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { toast } from '#ui/toast.tsx'
import { client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { CampaignDialogProps } from './campaign-dialogs.tsx'

/** Later: the same moment for everybody by the church's clock, whatever zone the browser is in, or each by their own. */
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
    toast('It is scheduled')
  }
  return (
    <FormDialog opened {...{ onClose, form }} title="Schedule" submitLabel="Schedule" onSubmit={schedule}>
      <TextInput type="datetime-local" label="It goes out" data-autofocus {...form.getInputProps('at')} />
      <Radio.Group label="By whose clock" {...form.getInputProps('by')}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="church"
            label={`The same moment for everybody, by the clock of ${zone.split('/').at(-1)!.replaceAll('_', ' ')}`}
          />
          <Radio
            value="reader"
            label="Each reader’s own clock"
            description="By the time zone that stands with them, else by their address, else by yours. Where that hour has passed already, it goes at once."
            disabled={Boolean(campaign.split)}
          />
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
