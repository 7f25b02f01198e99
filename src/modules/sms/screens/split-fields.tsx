import { NativeSelect, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { measure } from '#messaging/rules/segments.ts'
import classes from './sms.module.css'
import type { SplitDraft } from './use-send-form.ts'

interface SplitFieldsProps {
  form: { errors: Record<string, string>; limit: number; change: (part: { split: SplitDraft }) => void }
  split: SplitDraft
}

/** Version B, who tries it, and how it is told which one is better. */
export function SplitFields({ form: { errors, change, limit }, split }: SplitFieldsProps) {
  const set = (part: Partial<SplitDraft>) => change({ split: { ...split, ...part } })
  const { units } = measure(split.body)
  return (
    <Stack gap="xs">
      <Textarea
        label="Version B"
        description={`The message above is version A. ${units}/${limit}`}
        autosize
        minRows={2}
        maxLength={1_600}
        value={split.body}
        error={errors['split.body']}
        onChange={event => set({ body: event.currentTarget.value })}
      />
      <Terms split={split} set={set} errors={errors} />
      <Text size="sm" c="dimmed">
        The winner is chosen at that time, if at least 100 people in each version did it.
      </Text>
    </Stack>
  )
}

interface TermsProps {
  split: SplitDraft
  set: (part: Partial<SplitDraft>) => void
  errors: Record<string, string>
}

const Terms = ({ split, set, errors }: TermsProps) => (
  <div className={classes.pair}>
    <NumberInput
      label="Test group"
      suffix=" %"
      min={10}
      max={100}
      value={split.share}
      error={errors['split.share']}
      onChange={value => set({ share: Number(value) })}
    />
    <NumberInput
      label="Compare after"
      suffix=" hours"
      min={1}
      max={168}
      value={split.hours}
      error={errors['split.hours']}
      onChange={value => set({ hours: Number(value) })}
    />
    <NativeSelect
      label="Compare by"
      value={split.by}
      error={errors['split.by']}
      onChange={event => set({ by: event.currentTarget.value as SplitDraft['by'] })}
      data={[
        { value: 'answers', label: 'Replies' },
        { value: 'clicks', label: 'Clicks' },
      ]}
    />
    <NativeSelect
      label="If there is no winner, send"
      value={split.otherwise}
      onChange={event => set({ otherwise: event.currentTarget.value as SplitDraft['otherwise'] })}
      data={[
        { value: 'a', label: 'Version A' },
        { value: 'b', label: 'Version B' },
      ]}
    />
  </div>
)
