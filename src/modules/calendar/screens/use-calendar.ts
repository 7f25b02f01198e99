import { useQuery } from '@tanstack/react-query'
import { DateTime } from 'luxon'
import { useSearchParams } from 'react-router'
import { useFormat } from '#ui/format.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, type client } from '#web/api.ts'

export type Appointment = Awaited<ReturnType<typeof client.appointments.get>>
export type CalendarType = Awaited<ReturnType<typeof client.calendarTypes.get>>
export type Resource = Awaited<ReturnType<typeof client.calendarResources.get>>
export const views = ['month', 'week', 'day'] as const
export type View = (typeof views)[number]

const live = { meta: { live: ['calendar'] } }

/** View and date, in the address: a reload and a link show the same. */
export function useView() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const { timeZone = 'UTC' } = useFormat()
  const today = DateTime.now().setZone(timeZone).toISODate()!
  const asked = params.get('date')
  const date = asked && /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : today
  const view = views.find(one => one === params.get('view')) ?? 'month'
  return {
    view,
    date,
    today,
    show: (next: { view?: View; date?: string }) => change({ view: next.view ?? view, date: next.date ?? date }),
  }
}

/** The first day that a view shows, and the day after its last. */
export function rangeOf(view: View, date: string, zone: string): { from: DateTime; to: DateTime } {
  const day = DateTime.fromISO(date, { zone })
  const sunday = (at: DateTime) => at.minus({ days: at.weekday % 7 })
  if (view === 'day') return { from: day, to: day.plus({ days: 1 }) }
  if (view === 'week') return { from: sunday(day), to: sunday(day).plus({ days: 7 }) }
  const first = day.startOf('month')
  const from = sunday(first)
  // Five weeks; six where the month needs them.
  const weeks = Math.max(5, Math.ceil(((first.weekday % 7) + first.daysInMonth!) / 7))
  return { from, to: from.plus({ days: weeks * 7 }) }
}

export function useAppointments(from: DateTime, to: DateTime) {
  return useQuery(
    api.appointments.list.queryOptions({
      input: { from: from.toJSDate(), to: to.toJSDate(), limit: 200 },
      ...live,
    }),
  )
}

export const useTypes = () => useQuery(api.calendarTypes.list.queryOptions({ input: { limit: 200 }, ...live }))
export const useResources = () => useQuery(api.calendarResources.list.queryOptions({ input: { limit: 200 }, ...live }))
export const useStats = () => useQuery(api.appointments.stats.queryOptions({ input: {}, ...live }))

/** When hosts are busy in other calendars within a view, each with the host's name. */
export function useBusyTimes(view: View, date: string) {
  const { timeZone = 'UTC' } = useFormat()
  const { from, to } = rangeOf(view, date, timeZone)
  const input = { from: from.toJSDate(), to: to.toJSDate() }
  const hosts = useResources().data?.items ?? []
  const { data } = useQuery(api.calendarSources.busy.queryOptions({ input, ...live }))
  return (data?.items ?? []).map(one => ({
    ...one,
    hostName: hosts.find(host => host.id === one.resourceId)?.name ?? 'Host',
  }))
}
