export type Cell = string | number | boolean | Date | null | undefined

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

/** One line of a CSV file (RFC 4180) with its line break. */
export const csvLine = (cells: readonly Cell[], delimiter = ','): string =>
  `${cells.map(cell => quoted(cell, delimiter)).join(delimiter)}\r\n`

function quoted(cell: Cell, delimiter: string): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  const text = typeof cell === 'string' ? withoutFormula(cell.replaceAll('\0', '')) : String(cell)
  return text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A byte order mark, so that spreadsheets read UTF-8. A long file is written as this and line by line. */
export const csvStart = '\uFEFF'

/** A whole file with its header, for short ones. */
export const csvFile = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  csvStart + [header, ...rows].map(row => csvLine(row)).join('')
