import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { counted } from '#ui/counted.ts'
import { Panel } from '#ui/panel.tsx'
import type { PartProps } from './type-fields.tsx'
import { lengthLabel } from './type-rules.tsx'

type Reminder = PartProps['form']['values']['reminders'][number]

const channels = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'Text' },
]
const reminderTimes = [30, 60, 120, 240, 720, 1_440, 2_880, 10_080].map(minutes => ({
  value: String(minutes),
  label: minutes < 60 ? `${counted(minutes, 'minutes')} before` : lengthLabel(minutes),
}))

export function Reminders({ form }: PartProps) {
  const { reminders } = form.values
  const set = (next: Reminder[]) => form.setFieldValue('reminders', next)
  return (
    <Panel title="Reminders">
      <Stack>
        <Text size="sm" c="dimmed">
          Texts are sent only to guests who agreed to them. They can reply Y to confirm or N to cancel.
        </Text>
        {reminders.map((one, i) => (
          <ReminderFields
            key={`${one.channel} ${one.minutesBefore} ${i}`}
            number={i + 1}
            value={one}
            onChange={part => set(reminders.map((each, at) => (at === i ? { ...each, ...part } : each)))}
            onRemove={() => set(reminders.filter((_, at) => at !== i))}
          />
        ))}
        <Button
          size="xs"
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => set([...reminders, { channel: 'email', minutesBefore: 60 }])}
        >
          Add reminder
        </Button>
      </Stack>
    </Panel>
  )
}

interface ReminderProps {
  number: number
  value: Reminder
  onChange: (part: Partial<Reminder>) => void
  onRemove: () => void
}

function ReminderFields({ number, value, onChange, onRemove }: ReminderProps) {
  return (
    <Group wrap="nowrap">
      <Select
        aria-label={`Channel of reminder ${number}`}
        allowDeselect={false}
        data={channels}
        value={value.channel}
        onChange={channel => onChange({ channel: channel as Reminder['channel'] })}
      />
      <Select
        aria-label={`Time of reminder ${number}`}
        allowDeselect={false}
        data={reminderTimes}
        value={String(value.minutesBefore)}
        onChange={minutes => onChange({ minutesBefore: Number(minutes) })}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove reminder ${number}`} onClick={onRemove}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </Group>
  )
}
