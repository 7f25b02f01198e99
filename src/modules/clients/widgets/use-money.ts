import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#kernel/money.ts'
import { useFormat } from '#ui/format.tsx'
import { api } from '#web/api.ts'

/** Minor units in the church's own currency, as its people write them: "$1,250.00". */
export function useMoney(): (amount: number) => string {
  const { locale } = useFormat()
  const { data } = useQuery(api.church.read.queryOptions({ input: {}, staleTime: 60_000 }))
  return amount => formatMoney({ amount, currency: data?.currency ?? 'USD' }, locale)
}
