import type { Charge } from '../rules/states.ts'

export interface Charging {
  charge: Charge
  price: number | null
  deposit: number | null
}

/** What a guest pays to book, in minor units; never more than the price. */
export const dueToBook = ({ charge, price, deposit }: Charging): number =>
  charge === 'later' || !price ? 0 : charge === 'full' ? price : Math.min(price, deposit ?? 0)

/** Until so many hours before it begins a guest who cancels gets it back; null: never. */
export const refundHoursOf = ({ refunds, refundHours }: { refunds: string; refundHours: number }): number | null =>
  refunds === 'none' ? null : refunds === 'until' ? refundHours : 0

const HOUR = 3_600_000

/** Whether a guest who cancels at that moment gets back what was paid. */
export const isRefundable = (row: { startsAt: Date; refundHours: number | null }, at: number): boolean =>
  row.refundHours !== null && row.startsAt.getTime() - at >= row.refundHours * HOUR
