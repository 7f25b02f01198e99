/** Which field a declared refusal belongs to, and other words for it where the server's are not enough. */
export type FieldOfCode = Record<string, { field: string; message?: string }>

interface Refusal {
  code?: string
  message?: string
  data?: { field?: string; issues?: { path?: (string | number | { key: string | number })[]; message: string }[] }
}

/**
 * Messages by form path, from a refusal of the server: by its code, by the field that it names, or by its validation
 * issues. Empty when the refusal is about no field.
 */
export function fieldErrors(error: unknown, fields: FieldOfCode = {}): Record<string, string> {
  const { code = '', message = '', data } = (error ?? {}) as Refusal
  const known = fields[code]
  if (known) return { [known.field]: known.message ?? message }
  if (data?.field) return { [data.field]: message }
  const issues = (data?.issues ?? []).filter(issue => issue.path?.length)
  return Object.fromEntries(
    issues.map(issue => [
      issue.path!.map(part => (typeof part === 'object' ? part.key : part)).join('.'),
      issue.message,
    ]),
  )
}
