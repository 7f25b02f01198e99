import { ActionIcon, Button, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { MOST_OPTIONS, signOf } from '../rules/poll.ts'
import classes from './sms.module.css'
import type { PollDraft } from './use-send-form.ts'

interface PollFieldsProps {
  form: { errors: Record<string, string>; change: (part: { poll: PollDraft }) => void }
  poll: PollDraft
}

/** The answers of a question, until when they count, and what is said to anyone who answers. */
export function PollFields({ form: { errors, change }, poll }: PollFieldsProps) {
  const set = (part: Partial<PollDraft>) => change({ poll: { ...poll, ...part } })
  return (
    <Stack gap="xs">
      <Options poll={poll} set={set} errors={errors} />
      <Terms poll={poll} set={set} errors={errors} />
    </Stack>
  )
}

interface PartProps {
  poll: PollDraft
  set: (part: Partial<PollDraft>) => void
  errors: Record<string, string>
}

const Options = ({ poll: { options, style }, set, errors }: PartProps) => (
  <>
    {options.map((option, i) => (
      <Group key={i} gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          className={classes.grow}
          aria-label={`Answer ${signOf(style, i)}`}
          leftSection={signOf(style, i)}
          maxLength={40}
          value={option}
          error={errors[`poll.options.${i}`]}
          onChange={event => set({ options: options.with(i, event.currentTarget.value) })}
        />
        {options.length > 2 ? (
          <ActionIcon
            size="input-sm"
            aria-label={`Remove answer ${signOf(style, i)}`}
            onClick={() => set({ options: options.toSpliced(i, 1) })}
          >
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        ) : null}
      </Group>
    ))}
    {options.length < MOST_OPTIONS ? (
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => set({ options: [...options, ''] })}
        >
          Add an answer
        </Button>
      </Group>
    ) : null}
  </>
)

const Terms = ({ poll: { style, hours, thanks }, set, errors }: PartProps) => (
  <>
    <div className={classes.pair}>
      <NativeSelect
        label="People answer with"
        value={style}
        onChange={event => set({ style: event.currentTarget.value as PollDraft['style'] })}
        data={[
          { value: 'letters', label: 'A letter' },
          { value: 'numbers', label: 'A number' },
        ]}
      />
      <NumberInput
        label="Open for"
        suffix=" hours"
        min={1}
        max={720}
        value={hours}
        error={errors['poll.hours']}
        onChange={value => set({ hours: Number(value) })}
      />
    </div>
    <TextInput
      label="Thank-you text"
      description="Sent to everyone who answers. Leave empty to send nothing."
      maxLength={160}
      value={thanks}
      error={errors['poll.thanks']}
      onChange={event => set({ thanks: event.currentTarget.value })}
    />
  </>
)
