import { Button, Group, Modal, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { ruleWords } from '../rules/series.ts'
import { clockWords } from '../rules/words.ts'
import { RepeatRule } from './repeat-rule.tsx'
import classes from './sms.module.css'
import { SundayQuestion } from './sunday-question.tsx'
import { type Repeat, useRepeat } from './use-repeat.ts'
import type { SendFormState } from './use-send-form.ts'

/** Again and again, by the church's clock. */
export function RepeatSms({ form, onClose }: { form: SendFormState; onClose: () => void }) {
  const repeat = useRepeat(form, onClose)
  const { values, set, sunday, busy, save, next } = repeat
  return (
    <Modal opened onClose={onClose} title="Repeat">
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack>
          <RepeatRule repeat={repeat} />
          <When repeat={repeat} />
          <Ends repeat={repeat} />
          {sunday ? (
            <SundayQuestion
              at={`${next[0] ?? values.startsOn}T${values.time}`}
              onPick={at => set({ time: at.slice(11) })}
              anyway={values.anyway}
              onAnyway={anyway => set({ anyway })}
            />
          ) : null}
          <Next repeat={repeat} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Repeat
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const When = ({ repeat: { values, set, errors } }: { repeat: Repeat }) => (
  <div className={classes.pair}>
    <TextInput
      type="time"
      label="At"
      description="In your church’s time zone."
      value={values.time}
      error={errors.time}
      onChange={event => set({ time: event.currentTarget.value })}
    />
    <TextInput
      type="date"
      label="From"
      description="The first day it can be sent."
      value={values.startsOn}
      error={errors.startsOn}
      onChange={event => set({ startsOn: event.currentTarget.value })}
    />
  </div>
)

const Ends = ({ repeat: { values, set, errors } }: { repeat: Repeat }) => (
  <div className={classes.pair}>
    <NativeSelect
      label="Ends"
      value={values.ends}
      onChange={event => set({ ends: event.currentTarget.value as typeof values.ends })}
      data={[
        { value: 'never', label: 'Never' },
        { value: 'on', label: 'On a day' },
        { value: 'after', label: 'After a number of times' },
      ]}
    />
    {values.ends === 'on' ? (
      <TextInput
        type="date"
        label="Last day"
        value={values.endsOn}
        error={errors.endsOn}
        onChange={event => set({ endsOn: event.currentTarget.value })}
      />
    ) : null}
    {values.ends === 'after' ? (
      <NumberInput
        label="Times"
        min={1}
        max={500}
        value={values.mostRuns}
        error={errors.mostRuns}
        onChange={value => set({ mostRuns: Number(value) })}
      />
    ) : null}
  </div>
)

function Next({ repeat: { next, rule, values, errors } }: { repeat: Repeat }) {
  const day = (on: string) =>
    new Date(`${on}T12:00:00Z`).toLocaleDateString('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    })
  return (
    <Text size="sm" c={errors.endsOn || errors.rule ? 'red' : 'dimmed'} data-figures role="status">
      {ruleWords(rule)} at {clockWords(`T${values.time || '00:00'}`)}.{' '}
      {next.length > 0 ? `Next: ${next.map(day).join(', ')}.` : 'There is no such day before it ends.'}
    </Text>
  )
}
