/** What becomes of a whole-account export. */
export const exportStates = ['waiting', 'running', 'ready', 'failed'] as const
export type ExportState = (typeof exportStates)[number]

/** For so long it can be downloaded; see files/rules. */
export const EXPORT_DAYS = 7

/** Keys and what opens them, and what only a search uses: of no use to anyone outside. */
const hidden = /secret|password|token|cipher|hash|storage_key|^search$|^client_id$|^needs$/
export const isShown = (column: string): boolean => !hidden.test(column)

/** One value as a spreadsheet can hold it. */
export const cellOf = (value: unknown): string | number | boolean | Date | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Date || typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'string' ? value : JSON.stringify(value)
}
