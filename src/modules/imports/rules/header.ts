import { isKnownHeader } from './header-words.ts'
import { looksLikeEmail, looksLikePhone } from './inspect.ts'
import { isBlank } from './records.ts'

export const maxColumns = 500

/**
 * `names` has one entry for each column, all different. `row` is the position of the header among the records, -1 where
 * there is none; people begin at the record after it.
 */
export interface Header {
  row: number
  names: string[]
}

/** Finds the header in the first records: titles and blank lines may stand above it. */
export function findHeader(records: readonly (readonly string[])[]): Header {
  const head = records.slice(0, 25)
  const widths = records
    .filter(cells => !isBlank(cells))
    .map(filledWidth)
    .sort((a, b) => a - b)
  const widest = widths.at(-1) ?? 0
  const row = head.findIndex((cells, i) => isHeader(cells, head.slice(i + 1), widest))
  // Below a header, half of the rows must reach a column for it to be one: a stray delimiter makes none.
  const width = row < 0 ? widest : (widths[widths.length >> 1] ?? 0)
  return { row, names: uniqueNames(row < 0 ? [] : head[row]!, width) }
}

function isHeader(cells: readonly string[], below: readonly (readonly string[])[], width: number): boolean {
  const filled = cells.filter(cell => cell.trim())
  if (filled.length === 0 || filled.some(cell => looksLikeEmail(cell) || looksLikePhone(cell))) return false
  const known = filled.filter(isKnownHeader).length
  if (known >= 2 || (known === 1 && (filled.length === 1 ? width === 1 : known / filled.length >= 0.3))) return true
  return filled.length >= 2 && filled.length >= width * 0.6 && standsOut(cells, below)
}

/** Words above columns of addresses, numbers and dates, where no word of them appears again below. */
function standsOut(cells: readonly string[], below: readonly (readonly string[])[]): boolean {
  const rows = below.filter(row => !isBlank(row))
  if (rows.length === 0) return false
  const isValue = (text: string) => looksLikeEmail(text) || looksLikePhone(text) || /\d/.test(text)
  if (cells.some(isValue)) return false
  return cells.some((_, i) => rows.filter(row => isValue(row[i] ?? '')).length >= rows.length * 0.6)
}

const filledWidth = (cells: readonly string[]) => cells.findLastIndex(cell => cell.trim() !== '') + 1

/** "Email", "Email (2)"; a column without a name is "Column 7". */
export function uniqueNames(cells: readonly string[], width: number): string[] {
  const seen = new Set<string>()
  return Array.from({ length: Math.max(width, filledWidth(cells)) }, (_, i) => {
    const name =
      cells[i]
        ?.replace(/[\p{Cc}\uFEFF]+/gu, ' ')
        .trim()
        .slice(0, 200) || `Column ${i + 1}`
    let unique = name
    for (let n = 2; seen.has(unique.toLowerCase()); n++) unique = `${name} (${n})`
    seen.add(unique.toLowerCase())
    return unique
  })
}

/** A sentence where the table is wider than we take, else null. */
export function tooWide(width: number): string | null {
  if (width <= maxColumns) return null
  return `This file has ${width.toLocaleString('en-US')} columns; we can take up to ${maxColumns}. Please remove the ones you don’t need and try again.`
}
