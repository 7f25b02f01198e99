/** The parts of an OpenAPI 3.1 document that the reference page reads. */
export interface Schema {
  type?: string | string[]
  format?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minLength?: number
  maxLength?: number
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Schema
}

interface OpenApiCall {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

export interface OpenApiDocument {
  info: { title: string; version: string; description?: string }
  servers?: { url: string }[]
  paths: Record<string, Record<string, OpenApiCall>>
}

export interface Field {
  /** with dots and brackets for what lies inside: `items[].name` */
  name: string
  type: string
  required: boolean
  note?: string
}

export interface Refusal {
  status: string
  code: string
  message: string
}

export interface Call {
  id: string
  method: string
  path: string
  summary?: string
  input: Field[]
  output: Field[]
  refusals: Refusal[]
}

const deepest = 4

export function typeOf(schema: Schema = {}): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ')
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ')
  if (schema.type === 'array') return `${typeOf(schema.items)}[]`
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any')
  return schema.format ? `${type} (${schema.format})` : type
}

/** The object inside a schema: itself, the items of a list, or the one choice that has properties. */
function within(schema: Schema): [Schema, string] {
  if (schema.type === 'array' && schema.items) return [within(schema.items)[0], '[]']
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  return [choices?.find(choice => choice.properties || choice.items) ?? schema, '']
}

export function fieldsOf(schema: Schema = {}, prefix = '', depth = 0): Field[] {
  const [inner, brackets] = within(schema)
  if (brackets && inner.properties) return fieldsOf(inner, `${prefix}${brackets}`, depth)
  return Object.entries(inner.properties ?? {}).flatMap(([key, value]) => {
    const name = prefix ? `${prefix}.${key}` : key
    const required = inner.required?.includes(key) ?? false
    const field = { name, type: typeOf(value), required, note: value.description }
    return depth < deepest ? [field, ...fieldsOf(value, name, depth + 1)] : [field]
  })
}

const schemaIn = (body?: { content?: Record<string, { schema?: Schema }> }) =>
  Object.values(body?.content ?? {})[0]?.schema

function refusalsOf(responses: OpenApiCall['responses'] = {}): Refusal[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) =>
      (schemaIn(response)?.oneOf ?? []).flatMap(({ properties: { code, message } = {} }) =>
        code?.const ? [{ status, code: String(code.const), message: String(message?.default ?? '') }] : [],
      ),
    )
}

/** The calls of a document by tag, in the document's order. */
export function callsByTag(document: OpenApiDocument): [tag: string, calls: Call[]][] {
  const byTag = new Map<string, Call[]>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, call] of Object.entries(methods)) {
      const { operationId = `${method} ${path}`, summary, tags = ['other'], parameters = [], responses = {} } = call
      const good = Object.keys(responses).find(status => status.startsWith('2'))
      const list = byTag.get(tags[0]!) ?? []
      byTag.set(tags[0]!, list)
      list.push({
        id: operationId,
        method: method.toUpperCase(),
        path,
        summary,
        input: [
          ...parameters.map(({ name, schema, required = false, in: place }) => ({
            name,
            type: typeOf(schema),
            required,
            note: place,
          })),
          ...fieldsOf(schemaIn(call.requestBody)),
        ],
        output: good ? fieldsOf(schemaIn(responses[good])) : [],
        refusals: refusalsOf(responses),
      })
    }
  return [...byTag]
}
