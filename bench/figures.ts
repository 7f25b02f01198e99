import { median } from './table.ts'

/** A number that a benchmark printed; `better` is missing where the benchmark is older than its JSON lines. */
export interface Figure {
  value: number
  better?: 'less' | 'more'
}
export type Figures = ReadonlyMap<string, Figure>

/** Figures by label: from JSON lines, or from the printed table, whose first number in a line is taken. */
export function figuresOf(output: string): Figures {
  const lines = output.split('\n')
  const figures = new Map<string, Figure>()
  for (const line of lines.filter(one => one.startsWith('{"what"'))) {
    const { what, value, better } = JSON.parse(line)
    figures.set(what, { value, better })
  }
  if (figures.size > 0) return figures
  for (const line of lines) {
    const [, what, number] = /^ {2}(\S.*?) {2,}\D*?(-?[\d,]*\.?\d+)/.exec(line) ?? []
    if (what && number) figures.set(what, { value: Number(number.replaceAll(',', '')) })
  }
  return figures
}

export interface Compared {
  what: string
  /** medians of the runs */
  before: number
  after: number
  /** median of the pairs' ratios, after by before */
  ratio: number
  worse: boolean
}

/** More than this is a regression. */
const TOLERATED = 0.1

/** What both sides of every pair measured. A figure is worse when the median pair says so by more than 10%. */
export function compare(pairs: readonly { before: Figures; after: Figures }[]): Compared[] {
  return [...(pairs[0]?.after ?? [])].flatMap(([what, { better }]) => {
    const values = pairs.map(({ before, after }) => [before.get(what)?.value, after.get(what)?.value])
    const both = values.filter((pair): pair is [number, number] => Boolean(pair[0]) && pair[1] !== undefined)
    if (!better || both.length < pairs.length) return []
    const ratio = median(both.map(([before, after]) => after / before))
    const worse = better === 'less' ? ratio > 1 + TOLERATED : ratio < 1 - TOLERATED
    return [{ what, before: median(both.map(([one]) => one)), after: median(both.map(([, one]) => one)), ratio, worse }]
  })
}
