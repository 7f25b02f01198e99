export type Cell = string | number | boolean | null | undefined

export interface CsvOutOptions {
  delimiter?: string
  /** A mark at the start that makes Excel read UTF-8. */
  bom?: boolean
}

const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/
const isNumber = /^-\d+(?:[.,]\d+)*%?$/
const isPhone = /^\+[\d\s().-]+$/
const escapedFormula = /^'(?=[=+\-@\t\r\n＝＋－＠])/

/** A value that a spreadsheet would run as a formula gets an apostrophe before it. Numbers and phone numbers don't. */
export function withoutFormula(text: string): string {
  return startsFormula.test(text) && !isNumber.test(text) && !isPhone.test(text) ? `'${text}` : text
}

/** Undoes `withoutFormula`, so that our own export can be imported again. */
export const withFormula = (text: string): string => text.replace(escapedFormula, '')

/** One line of CSV with its line break. */
export function csvLine(cells: readonly Cell[], { delimiter = ',' }: CsvOutOptions = {}): string {
  return `${cells.map(cell => quoted(cell, delimiter)).join(delimiter)}\r\n`
}

function quoted(cell: Cell, delimiter: string): string {
  if (cell === null || cell === undefined) return ''
  const text = typeof cell === 'string' ? withoutFormula(cell.replaceAll('\0', '')) : String(cell)
  return text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A whole file, for short ones; long ones write `csvLine` by `csvLine` after `csvStart`. */
export function toCsv(rows: readonly (readonly Cell[])[], options: CsvOutOptions = {}): string {
  return csvStart(options) + rows.map(row => csvLine(row, options)).join('')
}

export const csvStart = ({ bom = false }: CsvOutOptions = {}): string => (bom ? '\uFEFF' : '')
