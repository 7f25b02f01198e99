/** One field of what is sent or answered, in words. */
export interface Field {
  name: string
  type: string
  required: boolean
}
export interface Operation {
  /** Anchor on the page, e.g. leads-move. */
  id: string
  method: string
  path: string
  summary: string
  who: string
  sends: Field[]
  answers: Field[]
  refusals: { code: string; status: number; message: string }[]
}
export interface Section {
  name: string
  operations: Operation[]
}

type Schema = Record<string, any>

const who: Record<string, string> = {
  signedIn: 'Anyone who is signed in',
  anonymous: 'Anyone',
  publicOf: 'Anyone with the link',
  personOf: 'People signed in to the church’s portal',
  platform: 'The operator of this server',
  house: 'The operator of this server',
}

/** A type as a sentence would name it: text, whole number, list of …, one of … */
export function typeOf(schema: Schema = {}): string {
  if (schema.enum) return schema.enum.map((value: unknown) => JSON.stringify(value)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const choices: Schema[] | undefined = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`
  if (schema.type === 'object' || schema.properties) {
    const names = Object.keys(schema.properties ?? {})
    return names.length > 0 ? `{ ${names.join(', ')} }` : 'object'
  }
  if (schema.format === 'uuid') return 'id'
  if (schema.format === 'date-time') return 'time (ISO 8601)'
  if (schema.format === 'email') return 'email address'
  return (
    (
      { string: 'text', integer: 'whole number', number: 'number', boolean: 'true or false', null: 'null' } as Record<
        string,
        string
      >
    )[schema.type] ?? 'any'
  )
}

function fieldsOf(schema: Schema = {}): Field[] {
  const parts: Schema[] = schema.allOf ?? [schema]
  return parts.flatMap(part =>
    Object.entries((part.properties ?? {}) as Record<string, Schema>).map(([name, each]) => ({
      name,
      type: typeOf(each),
      required: (part.required ?? []).includes(name),
    })),
  )
}

const jsonOf = (part: Schema | undefined): Schema | undefined => part?.content?.['application/json']?.schema

/** Codes, statuses and messages that the contract declares for a call. */
function refusalsOf(responses: Record<string, Schema>): Operation['refusals'] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => {
      const schema = jsonOf(response) ?? {}
      const all: Schema[] = schema.oneOf ?? schema.anyOf ?? [schema]
      return all
        .filter(each => each.properties?.code?.const)
        .map(each => ({
          code: each.properties.code.const as string,
          status: Number(status),
          message: (each.properties.message?.default ?? '') as string,
        }))
    })
}

function operationOf(path: string, method: string, operation: Schema): Operation {
  const parameters: Field[] = (operation.parameters ?? []).map((each: Schema) => ({
    name: each.name,
    type: typeOf(each.schema),
    required: Boolean(each.required),
  }))
  const permission: string | undefined = operation['x-permission']
  return {
    id: `${method}${path}`.replace(/[^a-z]+/gi, '-').replace(/-$/, ''),
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    who: permission ? `Members with ${permission}` : (who[operation['x-mode']] ?? ''),
    sends: [...parameters, ...fieldsOf(jsonOf(operation.requestBody))],
    answers: fieldsOf(jsonOf(operation.responses?.['200'])),
    refusals: refusalsOf(operation.responses ?? {}),
  }
}

/** The reference page's content from an OpenAPI document: sections by tag, calls in the contract's order. */
export function referenceOf(document: Schema): Section[] {
  const sections = new Map<string, Operation[]>()
  for (const [path, methods] of Object.entries((document.paths ?? {}) as Record<string, Record<string, Schema>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag: string = operation.tags?.[0] ?? 'other'
      sections.set(tag, [...(sections.get(tag) ?? []), operationOf(path, method, operation)])
    }
  }
  return [...sections].map(([name, operations]) => ({ name, operations }))
}
