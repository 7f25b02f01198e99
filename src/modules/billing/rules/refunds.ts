import { ANNUAL_REFUND_DAYS, type Interval } from '../rules.ts'

const DAY = 86_400_000

/** Why an invoice can't be given back, in the words of the terms; null where it can. */
export function whyNoRefund(
  { interval, issuedAt, left }: { interval: Interval; issuedAt: Date; left: number },
  now: number,
): string | null {
  if (left <= 0) return 'There is nothing left to refund.'
  if (interval === 'month') return 'There are no refunds for partial months.'
  return now - issuedAt.getTime() > ANNUAL_REFUND_DAYS * DAY
    ? `Annual plans can’t be refunded after ${ANNUAL_REFUND_DAYS} days.`
    : null
}
