import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatMoney } from '#kernel/money.ts'
import { toastError } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import type { Interval } from '../rules.ts'

export type Billing = Awaited<ReturnType<typeof client.subscription.read>>
export type Subscription = NonNullable<Billing['subscription']>

/** $79.00 / month */
export const priceText = ({
  unitAmount,
  currency,
  interval,
}: {
  unitAmount: number
  currency: string
  interval: Interval
}) => `${formatMoney({ amount: unitAmount, currency })} / ${interval}`

/** The account's subscription: first as it is known here, then as the payment provider says on being asked. */
export function useBilling() {
  const queries = useQueryClient()
  const billing = useQuery(api.subscription.read.queryOptions({ input: {}, meta: { live: ['billing'] } }))
  useEffect(() => {
    client.subscription
      .refresh({})
      .then(() => queries.invalidateQueries({ queryKey: api.subscription.key() }))
      // What is known stays on the screen; an action on it shows the error.
      .catch(() => undefined)
  }, [queries])
  return billing
}

/** Does something with the subscription, and shows what came of it. */
export const useBillingAct = () => useAct(api.subscription.key())

/** Leaves for a page of the payment provider. */
export async function goTo(open: () => Promise<{ url: string }>, failed: string): Promise<void> {
  try {
    location.assign((await open()).url)
  } catch (error) {
    toastError(error, failed)
  }
}

export const openPortal = () => goTo(() => client.subscription.portal({}), 'Failed to access billing portal')
