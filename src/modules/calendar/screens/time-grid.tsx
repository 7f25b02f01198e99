import { DayView, type ScheduleEventData, WeekView } from '@mantine/schedule'
import '@mantine/schedule/styles.layer.css'
import { DateTime } from 'luxon'
import { useNavigate } from 'react-router'
import { useFormat } from '#ui/format.tsx'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { colorOf } from '../rules/colors.ts'
import { AllDayEntries, entryHref, useEntryText } from './entry-link.tsx'
import { type Appointment, useBusyTimes } from './use-calendar.ts'
import type { Entry } from './use-entries.ts'

interface TimeGridProps {
  view: 'week' | 'day'
  date: string
  appointments: readonly Appointment[]
  entries: readonly Entry[]
  mayWrite: boolean
  onOpen: (appointment: Appointment) => void
  onCreate: (startsAt: string, minutes: number) => void
  /** @param startsAt ISO instant */
  onMove: (appointment: Appointment, startsAt: string, minutes: number) => void
}

/** The grid knows clocks on the wall alone: `2026-12-01 09:00:00`. */
const wall = (at: string, timeZone?: string) => `${clockTime(at, timeZone).replace('T', ' ')}:00`
const minutesBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 60_000)

/** On a day with a clock change a time can mean two instants: its title says which. */
function timeText(at: string, { locale, timeZone }: { locale: string; timeZone?: string }) {
  const start = DateTime.fromISO(at, { zone: timeZone, locale })
  const changes = start.startOf('day').offset !== start.endOf('day').offset
  return start.toLocaleString({ ...DateTime.TIME_SIMPLE, ...(changes && { timeZoneName: 'short' }) })
}

function toEvents(appointments: readonly Appointment[], format: { locale: string; timeZone?: string }) {
  return appointments
    .filter(one => one.status !== 'cancelled')
    .map((one): ScheduleEventData => {
      const [start, end] = [String(one.startsAt), String(one.endsAt)]
      return {
        id: one.id,
        title: `${timeText(start, format)} ${one.title}`,
        start: wall(start, format.timeZone),
        end: wall(end, format.timeZone),
        color: colorOf(one),
      }
    })
}

/** `9 AM` beside the hours, `9:42 AM` at the current moment. @param at `2026-12-01 09:42:00` */
const hourLabel = (at: string) => DateTime.fromSQL(at).toFormat(at.slice(14, 16) === '00' ? 'h a' : 'h:mm a')

type Busy = ReturnType<typeof useBusyTimes>[number]

/** Times at which hosts are busy in other calendars, without what for. */
const toBusyEvents = (busy: readonly Busy[], timeZone?: string) =>
  busy.map(
    ({ sourceId, startsAt, endsAt, hostName, reason }): ScheduleEventData => ({
      id: `busy ${sourceId} ${String(startsAt)}`,
      title: `${hostName}: ${reason}`,
      start: wall(String(startsAt), timeZone),
      end: wall(String(endsAt), timeZone),
      color: 'gray',
    }),
  )

const entryId = ({ kind, id }: Entry) => `entry ${kind} ${id}`

/** Entries that have a time; one without an end is as high as half an hour. */
function toEntryEvents(entries: readonly Entry[], textOf: (entry: Entry) => string, timeZone?: string) {
  const end = ({ startsAt, endsAt }: Entry) =>
    endsAt ?? DateTime.fromISO(startsAt).plus({ minutes: 30 }).toUTC().toISO()!
  return entries
    .filter(one => !one.isAllDay)
    .map(
      (one): ScheduleEventData => ({
        id: entryId(one),
        title: textOf(one),
        start: wall(one.startsAt, timeZone),
        end: wall(end(one), timeZone),
        color: 'grape',
      }),
    )
}

/** What a click or a drag means; nothing moves before it is confirmed. */
function useGestures({ appointments, entries, mayWrite, onOpen, onCreate, onMove }: TimeGridProps, timeZone?: string) {
  const navigate = useNavigate()
  const byId = new Map(appointments.map(one => [one.id, one]))
  const instant = (text: string) => instantAt(text.replace(' ', 'T').slice(0, 16), timeZone)
  const moved = ({ eventId, newStart, newEnd }: { eventId: string | number; newStart: string; newEnd: string }) => {
    const found = byId.get(String(eventId))
    if (found) onMove(found, instant(newStart), minutesBetween(instant(newStart), instant(newEnd)))
  }
  const movable = (event: ScheduleEventData) =>
    mayWrite && ['pending', 'confirmed'].includes(byId.get(String(event.id))?.status ?? '')
  return {
    onEventClick: (event: ScheduleEventData) => {
      const found = byId.get(String(event.id))
      if (found) onOpen(found)
      const entry = entries.find(one => entryId(one) === event.id)
      if (entry) void navigate(entryHref(entry))
    },
    withEventsDragAndDrop: mayWrite,
    withEventResize: mayWrite,
    canDragEvent: movable,
    canResizeEvent: movable,
    onEventDrop: moved,
    onEventResize: moved,
    withDragSlotSelect: mayWrite,
    onSlotDragEnd: (from: string, to: string) => onCreate(instant(from), minutesBetween(instant(from), instant(to))),
    ...(mayWrite && { onTimeSlotClick: ({ slotStart }: { slotStart: string }) => onCreate(instant(slotStart), 30) }),
  }
}

/** Week or day in local time. Both passes of a repeated hour are drawn at its place, each with its zone. */
export function TimeGrid(props: TimeGridProps) {
  const { view, date, appointments, entries } = props
  const { timeZone, locale } = useFormat()
  const busy = useBusyTimes(view, date)
  const textOf = useEntryText()
  const shared = {
    date,
    events: [
      ...toEvents(appointments, { locale, timeZone }),
      ...toBusyEvents(busy, timeZone),
      ...toEntryEvents(entries, textOf, timeZone),
    ],
    locale,
    withHeader: false,
    withAllDaySlots: false,
    weekendDays: [],
    startScrollTime: '07:00:00',
    intervalMinutes: 30,
    eventDragInterval: 15,
    eventResizeInterval: 15,
    // The library writes the time of the moment as it writes the hours: only of that one the minutes count.
    slotLabelFormat: hourLabel,
    slotHeight: 96,
    getCurrentTime: () => clockTime(new Date().toISOString(), timeZone),
    scrollAreaProps: { mah: 640 },
    ...useGestures(props, timeZone),
  }
  return (
    <div ref={nameByText}>
      <AllDayEntries entries={entries} view={view} />
      {view === 'week' ? (
        <WeekView {...shared} firstDayOfWeek={0} withWeekNumber={false} highlightToday />
      ) : (
        <DayView {...shared} />
      )}
    </div>
  )
}

/** Day headings are called what they say; the library's own name for them ("Weekday 2026-11-22") leaves that out. */
function nameByText(grid: HTMLElement | null): void {
  for (const label of grid?.querySelectorAll('.mantine-WeekView-weekViewDayLabel') ?? [])
    label.removeAttribute('aria-label')
}
