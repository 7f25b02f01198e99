import { formatMoney } from '#kernel/money.ts'
import { useFormat } from '#ui/format.tsx'
import { useMe } from '#web/me.tsx'

/** Minor units as the church writes them. */
export function useMoney() {
  const { locale } = useFormat()
  return (amount: number, currency: string) => formatMoney({ amount, currency }, locale)
}
/** A day of the calendar, which is the same in every zone. */
export function useDay() {
  const { locale } = useFormat()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`))
}
/** Today where the church is. */
export function useToday(): string {
  const { timeZone } = useMe().account
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(Date.now())
}
