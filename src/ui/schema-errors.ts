interface Issue {
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[]
}
/** A schema of zod, or of any library that speaks Standard Schema. */
export interface Schema {
  '~standard': { validate: (value: unknown) => { issues?: readonly Issue[] } | Promise<unknown> }
}

/** Every field that the schema refuses, by form path, with the first message of each; empty where it takes the values. */
export function schemaErrors(schema: Schema, values: unknown): Record<string, string> {
  const result = schema['~standard'].validate(values)
  if (result instanceof Promise) throw new Error('a form’s schema answers at once')
  const found: Record<string, string> = {}
  for (const { message, path = [] } of result.issues ?? []) {
    const at = path.map(part => String(typeof part === 'object' ? part.key : part)).join('.')
    if (at) found[at] ??= message
  }
  return found
}

/** One of several that stand in one text field ("to.1") is refused at that field ("to"). */
export const onFields = (errors: Record<string, string>, values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const root = path.split('.')[0]!
      return [typeof values[root] === 'string' ? root : path, message]
    }),
  )
