import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type DateHours, usualWeek, type WeeklyHours } from '../rules/hours.ts'
import classes from './calendar.module.css'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

interface HoursFieldProps {
  label: string
  /** what applies without hours of its own */
  usual: string
  value: WeeklyHours | null
  onChange: (value: WeeklyHours | null) => void
  error?: ReactNode
}

/** Openings of each weekday, or none of its own. */
export function HoursField({ label, usual, value, onChange, error }: HoursFieldProps) {
  const set = (day: number, openings: WeeklyHours[number]) =>
    onChange(value!.map((one, i) => (i === day ? openings : one)))
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Checkbox
        label={usual}
        checked={value === null}
        onChange={event => onChange(event.currentTarget.checked ? null : usualWeek)}
      />
      {value?.map((openings, day) => (
        <div className={classes.hours} key={days[day]}>
          <Text size="sm">{days[day]}</Text>
          <Openings name={days[day]!} value={openings} onChange={next => set(day, next)} />
        </div>
      ))}
      {error ? (
        <Text size="sm" c="red">
          {error}
        </Text>
      ) : null}
    </Stack>
  )
}

interface OpeningsProps {
  name: string
  value: WeeklyHours[number]
  onChange: (value: WeeklyHours[number]) => void
}

function Openings({ name, value, onChange }: OpeningsProps) {
  const change = (at: number, part: object) => onChange(value.map((one, i) => (i === at ? { ...one, ...part } : one)))
  return (
    <>
      <Stack gap={4}>
        {value.length === 0 ? (
          <Text size="sm" c="dimmed">
            Closed
          </Text>
        ) : null}
        {value.map(({ from, to }, i) => (
          <Group gap={4} key={`${name} ${i}`} wrap="nowrap">
            <TextInput
              type="time"
              size="xs"
              aria-label={`${name}, from`}
              value={from}
              onChange={event => change(i, { from: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              size="xs"
              aria-label={`${name}, to`}
              value={to === '24:00' ? '23:59' : to}
              onChange={event => change(i, { to: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${from} to ${to} on ${name}`}
              onClick={() => onChange(value.filter((_, at) => at !== i))}
            >
              <IconX size={14} stroke={1.75} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      <ActionIcon
        variant="subtle"
        aria-label={`Add hours on ${name}`}
        onClick={() =>
          onChange([...value, value.length === 0 ? { from: '09:00', to: '17:00' } : { from: '18:00', to: '20:00' }])
        }
      >
        <IconPlus size={16} stroke={1.75} />
      </ActionIcon>
    </>
  )
}

/** Dates with hours of their own, or none: a holiday, an evening that is open for once. */
export function DatesField({ value, onChange }: { value: DateHours[]; onChange: (value: DateHours[]) => void }) {
  const change = (at: number, part: Partial<DateHours>) =>
    onChange(value.map((one, i) => (i === at ? { ...one, ...part } : one)))
  return (
    <Stack gap="xs" role="group" aria-label="Dates with their own hours">
      {value.map((one, i) => (
        <div className={classes.hours} key={`date ${i}`}>
          <TextInput
            type="date"
            size="xs"
            aria-label="Date"
            value={one.date}
            onChange={event => change(i, { date: event.currentTarget.value })}
          />
          <Openings
            name={one.date || 'this date'}
            value={one.openings}
            onChange={openings => change(i, { openings })}
          />
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => onChange(value.filter((_, at) => at !== i))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: 'start' }}
        onClick={() => onChange([...value, { date: '', openings: [] }])}
      >
        Add a date
      </Button>
    </Stack>
  )
}
