import { formatMoney } from '#kernel/money.ts'
import { useFormat } from '#ui/format.tsx'

/** US cents, by which calls are priced, as the church writes amounts. */
export function useDollars(): (cents: number) => string {
  const { locale } = useFormat()
  return cents => formatMoney({ amount: Math.round(cents), currency: 'USD' }, locale)
}
