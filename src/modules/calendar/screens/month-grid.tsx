import { Button, Popover, Stack, UnstyledButton } from '@mantine/core'
import { DateTime } from 'luxon'
import type { ReactElement } from 'react'
import { useFormat } from '#ui/format.tsx'
import { StatusDot } from '#ui/status-badge.tsx'
import classes from './calendar.module.css'
import { EntryLink } from './entry-link.tsx'
import { type Appointment, rangeOf } from './use-calendar.ts'
import type { Entry } from './use-entries.ts'

interface MonthGridProps {
  date: string
  today: string
  appointments: readonly Appointment[]
  entries: readonly Entry[]
  onOpen: (appointment: Appointment) => void
  onDay: (date: string) => void
}

/** So many are shown in a cell; the others behind "+2 more". */
const SHOWN = 3

/** Five weeks, six where the month needs them. No day is ever missing. */
export function MonthGrid({ date, today, appointments, entries, onOpen, onDay }: MonthGridProps) {
  const { timeZone = 'UTC', locale } = useFormat()
  const { from, to } = rangeOf('month', date, timeZone)
  const month = DateTime.fromISO(date).month
  const days = Array.from({ length: Math.round(to.diff(from, 'days').days) }, (_, i) => from.plus({ days: i }))
  const dayOf = (one: { startsAt: string }) => DateTime.fromISO(one.startsAt, { zone: timeZone }).toISODate()!
  const byDay = Map.groupBy(
    appointments.filter(one => one.status !== 'cancelled'),
    dayOf,
  )
  const entriesByDay = Map.groupBy(entries, dayOf)
  const itemsOf = (iso: string) => [
    ...(entriesByDay.get(iso) ?? []).map(one => <EntryLink key={`${one.kind} ${one.id}`} entry={one} compact />),
    ...(byDay.get(iso) ?? []).map(one => <AppointmentButton key={one.id} one={one} onOpen={onOpen} />),
  ]
  const weeks = Array.from({ length: days.length / 7 }, (_, i) => days.slice(i * 7, i * 7 + 7))
  return (
    <table className={classes.month}>
      <thead>
        <tr>
          {weeks[0]!.map(day => (
            <th key={day.weekday} scope="col">
              <span className={classes.long}>{day.setLocale(locale).toFormat('ccc')}</span>
              <span className={classes.short}>{day.setLocale(locale).toFormat('ccccc')}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={week[0]!.toISODate()}>
            {week.map(day => {
              const iso = day.toISODate()!
              return (
                <td
                  key={iso}
                  data-outside={day.month === month ? undefined : true}
                  data-today={iso === today || undefined}
                >
                  <UnstyledButton
                    className={classes.day}
                    onClick={() => onDay(iso)}
                    aria-label={day.setLocale(locale).toLocaleString(DateTime.DATE_FULL)}
                  >
                    {day.day}
                  </UnstyledButton>
                  <DayItems items={itemsOf(iso)} />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayItems({ items }: { items: readonly ReactElement[] }) {
  const rest = items.length - SHOWN
  return (
    <div className={classes.entries}>
      {items.slice(0, rest === 1 ? SHOWN + 1 : SHOWN)}
      {rest > 1 ? (
        <Popover withinPortal trapFocus width={280} shadow="md">
          <Popover.Target>
            <Button size="compact-xs" variant="subtle" color="gray">
              +{rest} more
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <Stack gap={4}>{items}</Stack>
          </Popover.Dropdown>
        </Popover>
      ) : null}
    </div>
  )
}

/** `9 AM` where `9:00 AM` says no more; clocks of 24 hours keep their minutes. */
const shortTime = (time: string) => time.replace(/^(\d{1,2}):00(?=\s?[AP]M$)/i, '$1')

function AppointmentButton({ one, onOpen }: { one: Appointment; onOpen: (one: Appointment) => void }) {
  const { time } = useFormat()
  return (
    <UnstyledButton
      className={classes.entry}
      onClick={() => onOpen(one)}
      data-override={one.overrideReason ? true : undefined}
    >
      <StatusDot of="appointment" value={one.status} />
      <span className={classes.entryTime}>{shortTime(time(String(one.startsAt)))}</span>
      <span className={classes.entryTitle}>{one.title}</span>
    </UnstyledButton>
  )
}
