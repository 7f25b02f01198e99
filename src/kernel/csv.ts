const RISKY = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^[+-]?[\d\s().-]*\d[\d\s().-]*$/

/**
 * One cell of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe;
 * plain and telephone numbers stay as they are.
 */
export function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : value instanceof Date ? value.toISOString() : String(value)
  const safe = RISKY.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A whole file with its header, UTF-8 with a byte order mark so that spreadsheets read accents. */
export const csvFile = (header: string[], rows: unknown[][]): string =>
  `\ufeff${[header, ...rows].map(row => row.map(csvCell).join(',')).join('\r\n')}\r\n`
