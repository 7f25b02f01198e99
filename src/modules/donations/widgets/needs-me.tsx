import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'

interface Props {
  onState: (state: NeedState) => void
}
const useNeeds = () => useQuery(api.giving.needs.queryOptions({ input: {}, meta: { live: ['gifts'] } }))

/** Recurring gifts whose card was declined on every try. */
export function CardsNeeded({ onState }: Props) {
  const { data, error } = useNeeds()
  return (
    <NeedRow
      name="recurring-past-due"
      count={data?.pastDue}
      error={error}
      onState={onState}
      to="/donations/recurring?status=past_due"
      one="1 recurring gift needs a new card"
      many={n => `${n} recurring gifts need a new card`}
    />
  )
}

/** Gifts that a bank was asked to return. */
export function DisputedGifts({ onState }: Props) {
  const { data, error } = useNeeds()
  return (
    <NeedRow
      name="disputed-gifts"
      count={data?.disputed}
      error={error}
      onState={onState}
      to={'/donations?tab=donors&status=disputed'}
      one="1 gift is disputed"
      many={n => `${n} gifts are disputed`}
    />
  )
}

/** Batches that wait for a second person. */
export function BatchesToConfirm({ onState }: Props) {
  const { data, error } = useNeeds()
  return (
    <NeedRow
      name="batches-to-confirm"
      count={data?.batches}
      error={error}
      onState={onState}
      to="/donations/batches?status=counted"
      one="1 batch waits for a second count"
      many={n => `${n} batches wait for a second count`}
    />
  )
}

/** Online gifts arrive, and something is missing that receipts need. */
export function ReceiptsBlocked({ onState }: Props) {
  const { data, error } = useNeeds()
  return (
    <NeedRow
      name="receipts-blocked"
      count={data?.receiptsBlocked}
      error={error}
      onState={onState}
      to="/donations/receipt-settings"
      one="Givers get no receipts: 1 detail is missing in the receipt settings"
      many={n => `Givers get no receipts: ${n} details are missing in the receipt settings`}
    />
  )
}
