import { Chip, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { keyed } from '#kernel/modules.ts'
import { useCustomFields } from '#people/widgets/use-custom-fields.ts'
import { type Step, type Wait, waitUnits } from '../rules/graph.ts'
import { useEditor } from './use-editor.ts'
import { useOpenTriggers } from './use-open-triggers.ts'

type WaitStep = Extract<Step, { kind: 'wait' }>
type Unit = (typeof waitUnits)[number]
interface Timed {
  amount: number
  unit: Unit
}

const kinds: Record<Wait['for'], string> = {
  duration: 'For some time',
  time: 'Until a time of day',
  hours: 'Until the office is open',
  event: 'Until something happens',
  task: 'Until the task above is done',
  date: 'Until a date of the person',
}
const fresh: Record<Wait['for'], Wait> = {
  duration: { for: 'duration', amount: 1, unit: 'days' },
  time: { for: 'time', time: '09:00', weekdays: [] },
  hours: { for: 'hours' },
  event: { for: 'event', trigger: 'form.submitted', amount: 7, unit: 'days' },
  task: { for: 'task', amount: 7, unit: 'days' },
  date: { for: 'date', field: 'birthdate', offsetDays: 0, time: '09:00' },
}

export function WaitForm({ step }: { step: WaitStep }) {
  const { change } = useEditor()
  const set = (wait: Wait) => change({ ...step, wait })
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Wait"
        value={step.wait.for}
        data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        onChange={event => set(fresh[event.currentTarget.value as Wait['for']])}
      />
      <Details wait={step.wait} set={set} />
    </Stack>
  )
}

function Details({ wait, set }: { wait: Wait; set: (wait: Wait) => void }) {
  switch (wait.for) {
    case 'duration':
      return <Length label="How long" value={wait} onChange={length => set({ ...wait, ...length })} />
    case 'time':
      return <TimeOfDay wait={wait} set={set} />
    case 'hours':
      return (
        <Text size="sm" c="dimmed">
          Goes on at the next office hour. Your office hours are in Settings.
        </Text>
      )
    case 'event':
      return (
        <>
          <WhatHappens wait={wait} set={set} />
          <Length label="At most" value={wait} onChange={length => set({ ...wait, ...length })} />
          <Text size="sm" c="dimmed">
            A branch after it can ask whether it happened in time.
          </Text>
        </>
      )
    case 'task':
      return <Length label="At most" value={wait} onChange={length => set({ ...wait, ...length })} />
    case 'date':
      return <DateOfPerson wait={wait} set={set} />
  }
}

function WhatHappens({ wait, set }: { wait: Extract<Wait, { for: 'event' }>; set: (wait: Wait) => void }) {
  const { open } = useOpenTriggers()
  // What was chosen by someone who may use more is still named.
  const own = keyed('automationTriggers').get(wait.trigger)
  const all = own && !open.some(([key]) => key === wait.trigger) ? [...open, [wait.trigger, own] as const] : open
  return (
    <NativeSelect
      label="What happens"
      value={wait.trigger}
      data={all.map(([value, { label }]) => ({ value, label }))}
      onChange={event => set({ ...wait, trigger: event.currentTarget.value })}
    />
  )
}

interface LengthProps {
  label: string
  value: Timed
  onChange: (value: Timed) => void
}

/** A number and its unit. */
export const Length = ({ label, value: { amount, unit }, onChange }: LengthProps) => (
  <Group gap="xs" grow align="end">
    <NumberInput
      label={label}
      min={1}
      max={1000}
      allowDecimal={false}
      value={amount}
      onChange={next => typeof next === 'number' && next >= 1 && onChange({ amount: next, unit })}
    />
    <NativeSelect
      aria-label={`${label}: unit`}
      value={unit}
      data={[...waitUnits]}
      onChange={event => onChange({ amount, unit: event.currentTarget.value as Unit })}
    />
  </Group>
)

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function TimeOfDay({ wait, set }: { wait: Extract<Wait, { for: 'time' }>; set: (wait: Wait) => void }) {
  return (
    <>
      <Clock value={wait.time} onChange={time => set({ ...wait, time })} />
      <div>
        <Text size="sm" fw={500} mb={4} id="weekdays">
          On
        </Text>
        <Chip.Group
          multiple
          value={wait.weekdays.map(String)}
          onChange={days => set({ ...wait, weekdays: days.map(Number).sort() })}
        >
          <Group gap={6} role="group" aria-labelledby="weekdays">
            {weekdays.map((label, day) => (
              <Chip key={label} size="xs" value={String(day)}>
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Text size="xs" c="dimmed" mt={4}>
          None chosen: any day.
        </Text>
      </div>
    </>
  )
}

const Clock = ({ value, onChange }: { value: string; onChange: (time: string) => void }) => (
  <TextInput
    type="time"
    label="Time at the church"
    value={value}
    onChange={event => event.currentTarget.value && onChange(event.currentTarget.value)}
  />
)

function DateOfPerson({ wait, set }: { wait: Extract<Wait, { for: 'date' }>; set: (wait: Wait) => void }) {
  const { fields } = useCustomFields()
  const own = fields
    .filter(one => one.type === 'date')
    .map(one => ({ value: `custom.${(one as { key?: string }).key ?? one.id}`, label: one.label }))
  const isBefore = wait.offsetDays < 0
  const days = Math.abs(wait.offsetDays)
  return (
    <>
      <NativeSelect
        label="Date"
        value={wait.field}
        data={[
          { value: 'birthdate', label: 'Birthday' },
          { value: 'anniversary', label: 'Wedding anniversary' },
          ...own,
        ]}
        onChange={event => set({ ...wait, field: event.currentTarget.value })}
      />
      <Group gap="xs" grow align="end">
        <NumberInput
          label="Days"
          min={0}
          max={365}
          allowDecimal={false}
          value={days}
          onChange={next => typeof next === 'number' && set({ ...wait, offsetDays: isBefore ? -next : next })}
        />
        <NativeSelect
          aria-label="Before or after"
          value={isBefore ? 'before' : 'after'}
          data={['before', 'after']}
          onChange={event => set({ ...wait, offsetDays: event.currentTarget.value === 'before' ? -(days || 1) : days })}
        />
      </Group>
      <Clock value={wait.time} onChange={time => set({ ...wait, time })} />
    </>
  )
}
