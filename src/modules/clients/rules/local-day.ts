/** The day that it is at an instant where the church is, "2026-12-31". */
export const localDay = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)

export const ranges = ['ytd', 'month', 'quarter', 'lastYear', 'all'] as const
export type Range = (typeof ranges)[number]
export const rangeLabels: Record<Range, string> = {
  ytd: 'This year',
  month: 'This month',
  quarter: 'This quarter',
  lastYear: 'Last year',
  all: 'All time',
}

/** First and last day of a range, seen from a day. */
export function rangeDays(range: Range, today: string): { from: string; to: string } {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const first = (m: number) => `${today.slice(0, 4)}-${String(m).padStart(2, '0')}-01`
  if (range === 'all') return { from: '0001-01-02', to: today }
  if (range === 'lastYear') {
    const last = String(year - 1).padStart(4, '0')
    return { from: `${last}-01-01`, to: `${last}-12-31` }
  }
  if (range === 'month') return { from: first(month), to: today }
  if (range === 'quarter') return { from: first(month - ((month - 1) % 3)), to: today }
  return { from: first(1), to: today }
}
