/** `line` is the physical line on which the record begins, from 1. */
export interface CsvRecord {
  cells: string[]
  line: number
  problem: 'unclosed_quote' | 'too_long' | 'open_card' | 'group_card' | null
  /** Lines of a card that could not be read. */
  skippedLines?: number
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

// No field holds this much: a quote that is still open by then was a slip, and looking further costs every line's square.
const longestQuoted = 200_000

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

/** Where lines and cells of a text end. Each is searched for once: a file without delimiters would take its square otherwise. */
interface Ends {
  /** End of the line that holds `at`; the text's length where it has none yet. */
  line(at: number): number
  cell(at: number): number
}

function endsIn(text: string, delimiter: string): Ends {
  let [newline, carriage, separator] = [-1, -1, -1]
  const find = (what: string, at: number) => {
    const index = text.indexOf(what, at)
    return index < 0 ? text.length : index
  }
  const line = (at: number) => {
    if (newline < at) newline = find('\n', at)
    if (carriage < at) carriage = find('\r', at)
    return Math.min(newline, carriage)
  }
  const cell = (at: number) => {
    if (separator < at) separator = find(delimiter, at)
    return Math.min(separator, line(at))
  }
  return { line, cell }
}

function scanner(text: string, delimiter: string, final: boolean) {
  const ends = endsIn(text, delimiter)
  const afterBreak = (end: number) => (text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1)

  /** Start of the next line, or -1 where this one isn't over. */
  function nextLine(at: number): number {
    const end = ends.line(at)
    return end === text.length ? -1 : afterBreak(end)
  }

  function record(start: number, maxLength: number): Scan {
    const cells: string[] = []
    let at = start
    for (;;) {
      const quote = openingQuote(text, at, delimiter)
      const end =
        quote < 0
          ? ends.cell(at)
          : quotedEnd(text, quote, delimiter, Math.min(start + maxLength, quote + longestQuoted), final)
      if (typeof end === 'string') return end
      cells.push(quote < 0 ? text.slice(at, end) : unquoted(text, quote, end))
      if (end === text.length && !final) return text.length - start > maxLength ? 'too_long' : 'incomplete'
      if (end - start > maxLength) return 'too_long'
      if (text[end] !== delimiter) return lineOver(cells, end)
      at = end + 1
    }
  }

  // A carriage return at the very end may be half of a line break.
  function lineOver(cells: string[], end: number): Scan {
    if (text[end] === '\r' && end + 1 === text.length && !final) return 'incomplete'
    return { cells, end: Math.min(afterBreak(end), text.length) }
  }

  const plainLine = (at: number) => text.slice(at, ends.line(at)).replaceAll('"', '').split(delimiter)
  return { record, nextLine, plainLine }
}

/** Where the cell that `open` begins is over, spaces after its closing quote included. */
function quotedEnd(text: string, open: number, delimiter: string, limit: number, final: boolean) {
  for (let quote = text.indexOf('"', open + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    if (quote > limit) return 'unclosed_quote'
    if (quote + 1 === text.length && !final) return 'incomplete'
    if (text[quote + 1] === '"') quote++
    else {
      const end = closesAt(text, quote + 1, delimiter)
      if (end >= 0) return end
    }
  }
  return final || text.length > limit ? 'unclosed_quote' : 'incomplete'
}

const unquoted = (text: string, open: number, end: number) =>
  text.slice(open + 1, text.lastIndexOf('"', end - 1)).replaceAll('""', '"')

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
