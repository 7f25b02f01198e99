import { DateTime } from 'luxon'

export const invoiceCurrencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD'] as const

export const paymentTerms = ['due_on_receipt', 'net_15', 'net_30', 'net_60'] as const
export type PaymentTerms = (typeof paymentTerms)[number]

export const termLabels: Record<PaymentTerms, string> = {
  due_on_receipt: 'Due on receipt',
  net_15: 'Net 15',
  net_30: 'Net 30',
  net_60: 'Net 60',
}
const termDays: Record<PaymentTerms, number> = { due_on_receipt: 0, net_15: 15, net_30: 30, net_60: 60 }

/** The local day of an instant, `YYYY-MM-DD`. */
export const dayIn = (at: Date, zone: string): string => DateTime.fromJSDate(at, { zone }).toISODate()!

export const addDays = (day: string, days: number): string =>
  DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toISODate()!

/** The same day of the month so many months on; the last one of a shorter month. */
export const addMonths = (day: string, months: number): string =>
  DateTime.fromISO(day, { zone: 'utc' }).plus({ months }).toISODate()!

export const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** Calendar days after the issue date: neither a zone nor daylight saving moves it. */
export const dueDate = (issued: string, terms: PaymentTerms): string => addDays(issued, termDays[terms])

/** `INV-2026-00001`; more than five digits where a year has more. */
export const numberOf = (prefix: 'INV' | 'CN', year: number, place: number): string =>
  `${prefix}-${year}-${String(place).padStart(5, '0')}`
