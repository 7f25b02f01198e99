/** What becomes of a whole-account export. */
export const exportStates = ['waiting', 'running', 'ready', 'failed'] as const
export type ExportState = (typeof exportStates)[number]

/** For so long it can be downloaded; see files/rules. */
export const EXPORT_DAYS = 7

/** Working copies of what is in the export already. */
export const leftOut: ReadonlySet<string> = new Set(['import_rows', 'account_exports'])

/** Keys and what opens them, and what only a search uses: of no use to anybody outside. */
const hidden = /secret|password|token|cipher|hash|storage_key|^search$|^client_id$/
export const isShown = (column: string): boolean => !hidden.test(column)

/** What an export for whoever runs Lampstand leaves out, by table: a condition in SQL for the rows that stay. */
export const forOperators: Record<string, string> = {
  notes: `visibility <> 'pastoral'`,
  form_submissions: `privacy = 'team'`,
  form_partials: `exists (select from forms f where f.client_id = form_partials.client_id
    and f.id = form_partials.form_id and f.handling ->> 'privacy' = 'team')`,
  person_field_values: `not exists (select from person_fields f where f.client_id = person_field_values.client_id
    and f.id = person_field_values.field_id and f.is_private)`,
}

/** One value as a spreadsheet can hold it. */
export const cellOf = (value: unknown): string | number | boolean | Date | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Date || typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'string' ? value : JSON.stringify(value)
}
