import { ActionIcon, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import {
  IconCalendar,
  IconCalendarCheck,
  IconCalendarEvent,
  IconCalendarWeek,
  IconChevronLeft,
  IconChevronRight,
  IconPlus,
} from '@tabler/icons-react'
import { DateTime } from 'luxon'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { AppointmentDrawer } from './appointment-drawer.tsx'
import { AppointmentForm } from './appointment-form.tsx'
import classes from './calendar.module.css'
import { MonthGrid } from './month-grid.tsx'
import { TodayList } from './today-list.tsx'
import { TypeList } from './type-list.tsx'
import { rangeOf, useAppointments, useStats, useView, type View } from './use-calendar.ts'
import { APPOINTMENTS, useEntries, useEntryKinds, useKindFilter, useShownKind } from './use-entries.ts'
import { useMoveAppointment } from './use-move.tsx'

const TimeGrid = lazy(() => import('./time-grid.tsx').then(module => ({ default: module.TimeGrid })))

export const meta = () => titled('Calendar')

export default function CalendarScreen() {
  const mayWrite = useMay('calendar.write')
  const change = useSearchChange()
  return (
    <>
      <PageHeader
        title="Calendar"
        purpose="Appointments, rooms and services, with pages on which guests book a time themselves."
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => change({ add: '1' })}>
              New Appointment
            </Button>
          ) : undefined
        }
      />
      <div className={classes.tiles}>
        <Tiles />
      </div>
      <div className={classes.layout}>
        <Views />
        <Stack gap="lg">
          <TodayList onOpen={id => change({ appointment: id })} />
          <TypeList />
        </Stack>
      </div>
      <AppointmentForm />
      <AppointmentDrawer />
    </>
  )
}

function Tiles() {
  const { data, error, refetch } = useStats()
  const { number } = useFormat()
  const rest = { error, onRetry: () => void refetch() }
  const icon = (Icon: typeof IconCalendar) => <Icon size={18} stroke={1.75} />
  return (
    <StatRow>
      <StatTile
        label="Today's Appointments"
        to="/appointments?when=today"
        value={data && number(data.today)}
        icon={icon(IconCalendarEvent)}
        {...rest}
      />
      <StatTile
        label="This Week"
        to="/appointments?when=week"
        value={data && number(data.week)}
        icon={icon(IconCalendarWeek)}
        {...rest}
      />
      <StatTile
        label="Total Bookings"
        to="/appointments?when=all"
        value={data && number(data.total)}
        icon={icon(IconCalendarCheck)}
        {...rest}
      />
      <StatTile
        label="Active Calendars"
        to="/calendar/types?isActive=true"
        value={data && number(data.activeTypes)}
        icon={icon(IconCalendar)}
        {...rest}
      />
    </StatRow>
  )
}

const steps = { month: { months: 1 }, week: { weeks: 1 }, day: { days: 1 } } as const

function Views() {
  const { view, date, today, show } = useView()
  const { timeZone = 'UTC' } = useFormat()
  const change = useSearchChange()
  const mayWrite = useMay('calendar.write')
  const { from, to } = rangeOf(view, date, timeZone)
  const { data, error, refetch } = useAppointments(from, to)
  const move = useMoveAppointment()
  const kind = useShownKind()
  const entries = useEntries(from, to, kind).data?.items ?? []
  const all = !kind || kind === APPOINTMENTS ? (data?.items ?? []) : []
  return (
    <Stack gap="sm">
      <Head view={view} date={date} show={show} today={today} />
      {error ? (
        <ErrorPanel error={error} what="the calendar" onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={5} height={96} />
      ) : view === 'month' ? (
        <MonthGrid
          date={date}
          today={today}
          appointments={all}
          entries={entries}
          onOpen={one => change({ appointment: one.id })}
          onDay={day => show({ view: 'day', date: day })}
        />
      ) : (
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <TimeGrid
            view={view}
            date={date}
            mayWrite={mayWrite}
            appointments={all}
            entries={entries}
            onOpen={one => change({ appointment: one.id })}
            onCreate={(at, minutes) => change({ add: at, minutes: String(minutes) })}
            onMove={move.ask}
          />
        </Suspense>
      )}
      {data?.nextCursor ? (
        <Text size="sm" c="dimmed">
          Only the first 200 are shown. <Link to="/appointments">See all in the list</Link>.
        </Text>
      ) : null}
      {move.dialog}
    </Stack>
  )
}

interface HeadProps {
  view: View
  date: string
  today: string
  show: (next: { view?: View; date?: string }) => void
}

function Head({ view, date, today, show }: HeadProps) {
  const { locale } = useFormat()
  const day = DateTime.fromISO(date).setLocale(locale)
  const step = (direction: 1 | -1) => {
    const moved = direction === 1 ? day.plus(steps[view]) : day.minus(steps[view])
    show({ date: moved.toISODate()! })
  }
  const { from, to } = rangeOf(view, date, 'UTC')
  const title =
    view === 'month'
      ? day.toFormat('LLLL yyyy')
      : view === 'day'
        ? day.toLocaleString(DateTime.DATE_HUGE)
        : `${from.setLocale(locale).toFormat('MMM d')} – ${to.minus({ days: 1 }).setLocale(locale).toFormat('MMM d, yyyy')}`
  return (
    <Group justify="space-between">
      <Group gap="xs">
        <Button variant="default" size="sm" onClick={() => show({ date: today })}>
          Today
        </Button>
        <ActionIcon variant="subtle" size="lg" aria-label="Previous" onClick={() => step(-1)}>
          <IconChevronLeft size={18} stroke={1.75} />
        </ActionIcon>
        <ActionIcon variant="subtle" size="lg" aria-label="Next" onClick={() => step(1)}>
          <IconChevronRight size={18} stroke={1.75} />
        </ActionIcon>
        <Text component="h2" fw={600} size="lg" aria-live="polite">
          {title}
        </Text>
      </Group>
      <Group gap="xs">
        <KindFilter />
        <SegmentedControl
          aria-label="View"
          value={view}
          onChange={value => show({ view: value as View })}
          data={[
            { value: 'month', label: 'Month' },
            { value: 'week', label: 'Week' },
            { value: 'day', label: 'Day' },
          ]}
        />
      </Group>
    </Group>
  )
}

/** All that is on the calendar, or one kind of it. */
function KindFilter() {
  const state = useKindFilter()
  const kinds = useEntryKinds().map(([value, { plural }]) => ({ value, label: plural }))
  if (kinds.length === 0) return null
  const options = [{ value: APPOINTMENTS, label: 'Appointments' }, ...kinds]
  return <FilterSelect state={state} name="kind" label="Show" any="Everything" options={options} />
}
