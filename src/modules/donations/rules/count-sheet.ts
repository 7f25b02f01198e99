interface Sheet {
  denominations: readonly { value: number; count: number }[]
  checksTotal: number
}
export const cashTotal = ({ denominations }: Pick<Sheet, 'denominations'>): number =>
  denominations.reduce((sum, { value, count }) => sum + value * count, 0)
export const countedTotal = (sheet: Sheet): number => cashTotal(sheet) + sheet.checksTotal

const known: Record<string, number[]> = {
  USD: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 25, 10, 5, 1],
  CAD: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 25, 10, 5],
  EUR: [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  GBP: [5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  AUD: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5],
}
/** Notes and coins of a currency in minor units, the largest first; of one that isn't known, its minor unit. */
export const notesAndCoins = (currency: string): number[] => known[currency] ?? [1]
