import { isKnownHeader } from './header-words.ts'
import { isBlank, readCsv } from './records.ts'

export const delimiters = [',', ';', '\t', '|'] as const

/** `skipLine`: the first line says "sep=;" and is no part of the table. */
export interface Delimiter {
  delimiter: string
  skipLine: boolean
}

/** The delimiter under which the lines of the sample have the same number of cells and the headers make sense. */
export function detectDelimiter(sample: string, isHeader = isKnownHeader): Delimiter {
  const said = /^\uFEFF?"?sep=(.)"?[;,\t|]*\r?(?:\n|$)/i.exec(sample)?.[1]
  if (said) return { delimiter: said, skipLine: true }
  const ranked = delimiters
    .map(delimiter => ({ delimiter, score: score(sample, delimiter, isHeader) }))
    .sort((a, b) => b.score - a.score)
  return { delimiter: ranked[0]!.score > 0 ? ranked[0]!.delimiter : ',', skipLine: false }
}

function score(sample: string, delimiter: string, isHeader: (header: string) => boolean): number {
  // The last line of a sample is cut off somewhere.
  const records = readCsv(sample, { delimiter }).filter(record => !isBlank(record.cells))
  const whole = records.slice(0, Math.min(200, records.length > 2 ? records.length - 1 : records.length))
  const widths = new Map<number, number>()
  for (const { cells } of whole) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  const [width, count] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0]
  const headers = Math.max(
    0,
    ...whole.slice(0, 10).map(({ cells }) => (cells.length > 1 ? cells.filter(isHeader).length : 0)),
  )
  return width < 2 && headers === 0 ? 0 : count / whole.length + Math.min(width, 20) / 100 + Math.min(headers, 5)
}
