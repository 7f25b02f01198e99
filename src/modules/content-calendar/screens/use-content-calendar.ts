import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { isDate } from '#church-year/rules/dates.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, type client } from '#web/api.ts'
import { monthOf, weeksOf } from '../rules/grid.ts'

export type Calendar = Awaited<ReturnType<typeof client.contentCalendar.list>>
export type Item = Calendar['items'][number]
export type Entry = Awaited<ReturnType<typeof client.contentCalendar.get>>

const live = { meta: { live: ['content-calendar', 'sermons'] } }
/** Today as far as the browser knows, until the church's own day is there. */
const browserDay = () => new Date().toISOString().slice(0, 10)

/** Month and day, in the address: a reload and a link show the same. Another month has no day chosen. */
export function useView() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const [month, date] = [params.get('month'), params.get('date')]
  return {
    month: month && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : monthOf(browserDay()),
    date: date && isDate(date) ? date : null,
    showMonth: (next: string) => change({ month: next, date: null }),
    choose: (next: string | null) => change({ date: next }),
  }
}

/** What is on the weeks of a month, with their seasons. */
export function useMonth(month: string, first: 0 | 1) {
  const weeks = weeksOf(month, first)
  const range = { from: weeks[0]![0]!, to: weeks.at(-1)!.at(-1)! }
  const calendar = useQuery(api.contentCalendar.list.queryOptions({ input: range, ...live }))
  const seasons = useQuery(api.contentCalendar.seasons.queryOptions({ input: range, ...live }))
  return { weeks, calendar, seasons: new Map(seasons.data?.items.map(one => [one.date, one])) }
}

export const useDay = (date: string | null) =>
  useQuery(api.contentCalendar.day.queryOptions({ input: { date: date ?? '' }, enabled: date !== null, ...live }))
