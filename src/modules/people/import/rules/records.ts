/** `line` is the physical line on which the record begins, from 1. */
export interface CsvRecord {
  cells: string[]
  line: number
  problem: 'unclosed_quote' | 'too_long' | null
}

export interface CsvReader {
  /** Takes the next piece of the file's text and returns the records that it completes. */
  write(text: string): CsvRecord[]
  /** Returns what is left when the file ends. */
  end(): CsvRecord[]
}

export interface CsvOptions {
  delimiter: string
  /** Characters in one record, line breaks inside quotes included. */
  maxLength?: number
  /** Columns of the header: a quoted value that swallowed lines shows as a record with more. */
  columns?: number
}

type Found = { cells: string[]; end: number } | 'unclosed_quote' | 'too_long'
type Scan = Found | 'incomplete'

/**
 * Splits CSV into records as spreadsheets do, and forgives what people write: quotes inside values, spaces before a
 * quote, any line ending. A quote that is never closed costs its own line and no other.
 */
export function csvReader({
  delimiter,
  maxLength = 1_000_000,
  columns = Number.POSITIVE_INFINITY,
}: CsvOptions): CsvReader {
  let rest = ''
  let line = 1
  let dropping = false

  function take(text: string, final: boolean): CsvRecord[] {
    const records: CsvRecord[] = []
    const scan = scanner(text, delimiter, final)
    let at = 0
    if (dropping) {
      at = scan.nextLine(0)
      dropping = at < 0
      if (dropping) return records
      line++
    }
    while (at < text.length) {
      const scanned = scan.record(at, maxLength)
      if (scanned === 'incomplete') break
      let found: Found = scanned
      if (typeof found === 'object' && found.cells.length > columns && text.slice(at, found.end - 1).includes('\n')) {
        found = widerThanLine(found, scan.plainLine(at), columns)
      }
      const next = typeof found === 'string' ? scan.nextLine(at) : found.end
      const problem = typeof found === 'string' ? found : null
      const end = next < 0 ? text.length : next
      records.push({ cells: typeof found === 'string' ? scan.plainLine(at) : found.cells, line, problem })
      dropping = next < 0 && !final
      if (!dropping) line += problem ? 1 : countLines(text, at, end)
      at = end
    }
    rest = text.slice(at)
    return records
  }

  return {
    write: text => take(rest + text, false),
    end: () => take(rest, true),
  }
}

/** Too many cells over several lines: the quote was a slip if the first line alone fits the header. */
function widerThanLine(found: { cells: string[]; end: number }, alone: string[], columns: number): Found {
  return alone.length <= columns ? 'unclosed_quote' : found
}

function scanner(text: string, delimiter: string, final: boolean) {
  let lineEnd = -1
  let carriage = -1
  let separator = -1

  /** Where the line that holds `at` ends; text.length where it has no end yet. */
  function endOfLine(at: number): number {
    if (lineEnd < at) lineEnd = found(text.indexOf('\n', at))
    if (carriage < at) carriage = found(text.indexOf('\r', at))
    return Math.min(lineEnd, carriage)
  }
  const found = (index: number) => (index < 0 ? text.length : index)
  const afterBreak = (end: number) => (text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1)

  /** Start of the next line, or -1 where this one isn't over. */
  function nextLine(at: number): number {
    const end = endOfLine(at)
    return end === text.length ? -1 : afterBreak(end)
  }

  function record(start: number, maxLength: number): Scan {
    const cells: string[] = []
    let at = start
    for (;;) {
      const quote = openingQuote(text, at, delimiter)
      const cell = quote < 0 ? bareCell(at) : quotedCell(quote, start, maxLength)
      if (typeof cell === 'string') return cell
      cells.push(cell.value)
      if (cell.end === text.length && !final) return text.length - start > maxLength ? 'too_long' : 'incomplete'
      if (cell.end - start > maxLength) return 'too_long'
      if (text[cell.end] !== delimiter) return lineOver(cells, cell.end)
      at = cell.end + 1
    }
  }

  // A carriage return at the very end may be half of a line break.
  function lineOver(cells: string[], end: number): Scan {
    if (text[end] === '\r' && end + 1 === text.length && !final) return 'incomplete'
    return { cells, end: Math.min(afterBreak(end), text.length) }
  }

  function bareCell(at: number) {
    const stop = endOfLine(at)
    if (separator < at) separator = found(text.indexOf(delimiter, at))
    const end = Math.min(separator, stop)
    return { value: text.slice(at, end), end }
  }

  function quotedCell(open: number, start: number, maxLength: number) {
    let from = open + 1
    for (;;) {
      const quote = text.indexOf('"', from)
      if (quote < 0) {
        if (text.length - start > maxLength) return 'unclosed_quote' as const
        return final ? ('unclosed_quote' as const) : ('incomplete' as const)
      }
      if (quote - start > maxLength) return 'unclosed_quote' as const
      if (quote + 1 === text.length && !final) return 'incomplete' as const
      if (text[quote + 1] === '"') from = quote + 2
      else {
        const end = closesAt(text, quote + 1, delimiter)
        if (end >= 0) return { value: text.slice(open + 1, quote).replaceAll('""', '"'), end }
        from = quote + 1
      }
    }
  }

  const plainLine = (at: number) => text.slice(at, endOfLine(at)).replaceAll('"', '').split(delimiter)
  return { record, nextLine, plainLine }
}

/** Position of the quote that opens a cell at `at`, spaces before it allowed; -1 for a bare cell. */
function openingQuote(text: string, at: number, delimiter: string): number {
  let quote = at
  while (text[quote] === ' ' && delimiter !== ' ') quote++
  return text[quote] === '"' ? quote : -1
}

/** A quote closes its cell only before a delimiter or the end of the line; any other is part of the text. */
function closesAt(text: string, after: number, delimiter: string): number {
  let end = after
  while (text[end] === ' ' && delimiter !== ' ') end++
  const next = text[end]
  return next === undefined || next === delimiter || next === '\n' || next === '\r' ? end : -1
}

function countLines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++
  if (count > 0) return count
  for (let at = text.indexOf('\r', from); at >= 0 && at < to; at = text.indexOf('\r', at + 1)) count++
  return count
}

/** Records of a whole text, for short ones. */
export function readCsv(text: string, options: CsvOptions): CsvRecord[] {
  const reader = csvReader(options)
  return [...reader.write(text), ...reader.end()]
}

/** True for a line without any value. */
export const isBlank = (cells: readonly string[]): boolean => cells.every(cell => cell.trim() === '')
