import { z } from 'zod'

/** A flat rate for a region from a day on; invoices keep the rate that they were made with. Gifts are never taxed. */
export const TaxRate = z.object({
  name: z.string().trim().min(1, 'Please enter a name').max(60),
  /** `US-TX`, `CA-ON`, `GB`; empty: everywhere. */
  region: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{2}(-[A-Z0-9]{1,3})?)?$/, 'Use a country or a state, such as US-TX'),
  /** Hundredths of a percent: 825 is 8.25%. */
  basisPoints: z.number().int().min(0).max(5_000, 'At most 50%'),
  /** `YYYY-MM-DD`. */
  from: z.iso.date('Please choose a day'),
})
export type TaxRate = z.infer<typeof TaxRate>

/** The rates in force on a day: of each name and region the newest. */
export function ratesOn(rates: readonly TaxRate[], day: string): TaxRate[] {
  const newest = new Map<string, TaxRate>()
  for (const rate of rates.filter(({ from }) => from <= day).sort((a, b) => (a.from < b.from ? -1 : 1)))
    newest.set(`${rate.name} ${rate.region}`, rate)
  return [...newest.values()]
}
