import { useFormat } from '#ui/format.tsx'
import { clockTime } from '#ui/local-time.ts'

/** Today and the first of this month in the church's calendar: 2026-11-20. */
export function useDays() {
  const { timeZone } = useFormat()
  const today = clockTime(new Date().toISOString(), timeZone).slice(0, 10)
  return { today, month: `${today.slice(0, 7)}-01` }
}
