type Schema = Record<string, any>

/** A copy without what says nothing: the pattern of a format, and that an integer is one that JavaScript can hold. */
const shortened = (paths: Schema): Schema =>
  JSON.parse(JSON.stringify(paths), (_, value) => {
    if (!value || typeof value !== 'object') return value
    if (typeof value.format === 'string') delete value.pattern
    if (value.minimum === Number.MIN_SAFE_INTEGER) delete value.minimum
    if (value.maximum === Number.MAX_SAFE_INTEGER) delete value.maximum
    return value
  })

interface Found {
  count: number
  name: string
}
/** Repeated only where it saves more than the reference costs. */
const LEAST = 160

const pascal = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map(word => word[0]!.toUpperCase() + word.slice(1))
    .join('')
const singular = (text: string) =>
  /series$/i.test(text)
    ? text
    : text
        .replace(/people$/, 'person')
        .replace(/ies$/, 'y')
        .replace(/(ss|sh|ch|x)es$/, '$1')
        .replace(/([^s])s$/, '$1')

/** Answers of single records first, so that `Lead` is what `GET /leads/{id}` answers. */
const order = (method: string, path: string) =>
  (method === 'get' && path.endsWith('{id}') ? 0 : method === 'post' && !path.includes('{') ? 1 : 2) + path.length / 1e3

interface Place {
  holder: Schema
  name: string
}

/** Verbs that answer the record itself, or a list of it. */
const whole = /^(Get|List|Create|Update|Restore|Read|Change)$/

/** The bodies and answers of an operation, with names for them. */
function placesOf(operation: Schema): Place[] {
  const noun = pascal(singular(operation.tags?.[0] ?? 'Other'))
  const verb = pascal(
    String(operation.operationId ?? '')
      .split('.')
      .at(-1)!,
  )
  const answer = operation.responses?.['200']?.content?.['application/json']
  const body = operation.requestBody?.content?.['application/json']
  return [
    ...(answer ? [{ holder: answer, name: whole.test(verb) ? noun : `${noun}${verb}Result` }] : []),
    ...(body ? [{ holder: body, name: `${noun}${verb}Input` }] : []),
    ...(operation.parameters ?? [])
      .filter((one: Schema) => one.schema)
      .map((one: Schema) => ({ holder: one, name: `${noun}${pascal(one.name)}` })),
  ]
}

const isPage = (schema: Schema) => schema.type === 'object' && schema.properties?.items?.type === 'array'

/** The schemas within a schema, with names for them. */
function childrenOf(schema: Schema, name: string): { value: Schema; name: string; at: (string | number)[] }[] {
  const children: { value: Schema; name: string; at: (string | number)[] }[] = []
  for (const [key, value] of Object.entries((schema.properties ?? {}) as Schema)) {
    const inner = key === 'items' && isPage(schema) ? name : `${name}${pascal(key)}`
    children.push({ value, name: inner, at: ['properties', key] })
  }
  if (schema.items && typeof schema.items === 'object')
    children.push({ value: schema.items, name: singular(name), at: ['items'] })
  if (schema.additionalProperties && typeof schema.additionalProperties === 'object')
    children.push({ value: schema.additionalProperties, name: `${name}Value`, at: ['additionalProperties'] })
  for (const kind of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
    for (const [i, value] of ((schema[kind] ?? []) as Schema[]).entries()) children.push({ value, name, at: [kind, i] })
  return children.filter(({ value }) => value && typeof value === 'object')
}

/**
 * Puts schemas that stand several times in a document under one name.
 * @param paths of an OpenAPI document; it stays as it is
 * @returns paths with references, and the schemas that they lead to
 */
export function sharedSchemas(paths: Schema): { paths: Schema; schemas: Schema } {
  const copy = shortened(paths)
  const operations = Object.entries(copy)
    .flatMap(([path, methods]) => Object.entries(methods as Schema).map(([method, one]) => ({ method, path, one })))
    .sort((a, b) => order(a.method, a.path) - order(b.method, b.path))
  const places = operations.flatMap(({ one }) => placesOf(one))
  const found = new Map<string, Found>()
  const count = (schema: Schema, name: string): void => {
    const text = JSON.stringify(schema)
    if (text.length < LEAST) return
    const known = found.get(text)
    if (known) known.count++
    else found.set(text, { count: 1, name })
    // What stands within something that is shared stands once.
    if (!known) for (const child of childrenOf(schema, name)) count(child.value, child.name)
  }
  for (const { holder, name } of places) if (holder.schema) count(holder.schema, name)
  return replaceAll(copy, places, found)
}

function replaceAll(paths: Schema, places: Place[], found: Map<string, Found>): { paths: Schema; schemas: Schema } {
  const names = new Map<string, string>()
  const schemas: Schema = {}
  const taken = (name: string) => {
    let free = name
    for (let n = 2; free in schemas; n++) free = `${name}${n}`
    return free
  }
  const replace = (schema: Schema, name: string): Schema => {
    const text = JSON.stringify(schema)
    const shared = text.length >= LEAST && (found.get(text)?.count ?? 0) > 1
    if (!shared) return within(schema, name)
    let known = names.get(text)
    if (!known) {
      known = taken(isPage(schema) ? `${found.get(text)!.name}Page` : found.get(text)!.name)
      names.set(text, known)
      schemas[known] = {}
      schemas[known] = within(schema, known.replace(/Page\d*$/, ''))
    }
    return { $ref: `#/components/schemas/${known}` }
  }
  const within = (schema: Schema, name: string): Schema => {
    const made = structuredClone(schema)
    for (const { value, name: inner, at } of childrenOf(schema, name)) {
      const [kind, key] = at
      if (key === undefined) made[kind!] = replace(value, inner)
      else made[kind!][key] = replace(value, inner)
    }
    return made
  }
  for (const { holder, name } of places) if (holder.schema) holder.schema = replace(holder.schema, name)
  return { paths, schemas }
}
