import { DayView, type ScheduleEventData, WeekView } from '@mantine/schedule'
import '@mantine/schedule/styles.layer.css'
import { useFormat } from '#ui/format.tsx'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { colorOf } from '../rules/colors.ts'
import type { Appointment } from './use-calendar.ts'

interface TimeGridProps {
  view: 'week' | 'day'
  date: string
  appointments: readonly Appointment[]
  mayWrite: boolean
  onOpen: (appointment: Appointment) => void
  onCreate: (startsAt: string, minutes: number) => void
  /** @param startsAt ISO instant */
  onMove: (appointment: Appointment, startsAt: string, minutes: number) => void
}

/** The grid knows clocks on the wall alone: `2026-12-01 09:00:00`. */
const wall = (at: string, timeZone?: string) => `${clockTime(at, timeZone).replace('T', ' ')}:00`
const minutesBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 60_000)

/** Week or day by the church's clocks. Of an hour that a clock change repeats, both are drawn at its place, each with its own time. */
export function TimeGrid({ view, date, appointments, mayWrite, onOpen, onCreate, onMove }: TimeGridProps) {
  const { timeZone, locale, time } = useFormat()
  const byId = new Map(appointments.map(one => [one.id, one]))
  const events: ScheduleEventData[] = appointments
    .filter(one => one.status !== 'cancelled')
    .map(one => {
      const [start, end] = [String(one.startsAt), String(one.endsAt)]
      return {
        id: one.id,
        title: `${time(start)} ${one.title}`,
        start: wall(start, timeZone),
        end: wall(end, timeZone),
        color: colorOf(one),
      }
    })
  const instant = (text: string) => instantAt(text.replace(' ', 'T').slice(0, 16), timeZone)
  const open = (event: ScheduleEventData) => {
    const found = byId.get(String(event.id))
    if (found) onOpen(found)
  }
  const moved = ({ eventId, newStart, newEnd }: { eventId: string | number; newStart: string; newEnd: string }) => {
    const found = byId.get(String(eventId))
    if (found) onMove(found, instant(newStart), minutesBetween(instant(newStart), instant(newEnd)))
  }
  const movable = (event: ScheduleEventData) =>
    mayWrite && ['pending', 'confirmed'].includes(byId.get(String(event.id))?.status ?? '')
  const shared = {
    date,
    events,
    locale,
    withHeader: false,
    withAllDaySlots: false,
    startScrollTime: '07:00:00',
    intervalMinutes: 30,
    eventDragInterval: 15,
    eventResizeInterval: 15,
    slotLabelFormat: 'h A',
    getCurrentTime: () => clockTime(new Date().toISOString(), timeZone),
    onEventClick: open,
    withEventsDragAndDrop: mayWrite,
    withEventResize: mayWrite,
    canDragEvent: movable,
    canResizeEvent: movable,
    onEventDrop: moved,
    onEventResize: moved,
    withDragSlotSelect: mayWrite,
    onSlotDragEnd: (from: string, to: string) => onCreate(instant(from), minutesBetween(instant(from), instant(to))),
    ...(mayWrite && { onTimeSlotClick: ({ slotStart }: { slotStart: string }) => onCreate(instant(slotStart), 30) }),
    scrollAreaProps: { mah: 640 },
  }
  return view === 'week' ? (
    <WeekView {...shared} firstDayOfWeek={0} withWeekNumber={false} highlightToday />
  ) : (
    <DayView {...shared} />
  )
}
