import { type AnyContractRouter, isContractProcedure } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { sharedSchemas } from '#api-access/rules/shared-schemas.ts'
import { errors, type ProcedureMeta } from '#kernel/contract.ts'
import { env } from '#kernel/env.ts'
import { oldPathOf } from './renamed-paths.ts'

type Schema = Record<string, any>

const about = `The REST API of Lampstand. A call carries \`Authorization: Bearer\` with an API key (\`lsk_…\`) or the access token of a
member. An API key belongs to one account; a member of several accounts names one in the header \`Lampstand-Client\`. A refusal is
JSON with a code and a sentence. A POST with an \`Idempotency-Key\` can be sent again safely within 24 hours.`

/** The document as the contract says it, each call by itself; `x-mode` and `x-permission` say who may make it. */
export async function wholeDocument(contract: AnyContractRouter): Promise<Schema> {
  const generator = new OpenAPIGenerator({
    schemaConverters: [new ZodToJsonSchemaConverter({ maxStructureDepth: 30 })],
  })
  const document = (await generator.generate(contract as never, {
    info: {
      title: 'Lampstand',
      version: '1',
      description: about.replaceAll('\n', ' '),
      license: { name: 'Terms of Service', url: `${env.publicUrl}/terms` },
    },
    servers: [{ url: '/rest/v1' }],
    security: [{ apiKey: [] }, { session: [] }],
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of an account: `lsk_…`' },
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of a member' },
      },
    },
  })) as Schema
  for (const { route, meta } of procedures(contract)) {
    const operation = document.paths?.[route.path!]?.[route.method!.toLowerCase()]
    if (!operation) continue
    operation['x-mode'] = meta.mode
    if (meta.permission) operation['x-permission'] = meta.permission
    if (meta.mode === 'anonymous' || meta.mode === 'publicOf') operation.security = []
    else if (meta.mode !== 'member' || meta.inPerson) operation.security = [{ session: [] }]
  }
  return document
}

/** The same for programs: what many calls share stands once, under `components`. */
export async function openApiDocument(contract: AnyContractRouter): Promise<Schema> {
  const document = await wholeDocument(contract)
  for (const methods of Object.values(document.paths as Schema))
    for (const [method, operation] of Object.entries(methods as Schema)) {
      operation.responses = responsesOf(operation.responses)
      if (operation['x-mode'] === 'member')
        operation.parameters = [...headersOf(method), ...(operation.parameters ?? [])]
    }
  const { paths, schemas } = sharedSchemas(document.paths)
  const components = {
    ...document.components,
    parameters: { account: accountHeader, idempotencyKey: idempotencyHeader },
    responses: Object.fromEntries(Object.keys(meanings).map(status => [status, refusal(status)])),
    schemas: { Refusal, ...schemas },
  }
  return { ...document, paths: { ...paths, ...deprecatedPaths(paths) }, components }
}

/** Old paths of renamed calls, which are answered by their successors. */
function deprecatedPaths(paths: Schema): Schema {
  const made: Schema = {}
  for (const [path, methods] of Object.entries(paths)) {
    const old = oldPathOf(path)
    if (!old) continue
    made[old] = Object.fromEntries(
      Object.entries(methods as Schema).map(([method, operation]) => [
        method,
        {
          ...operation,
          operationId: `${operation.operationId}.deprecated`,
          description: `Deprecated: call \`${path}\` instead.`,
          deprecated: true,
        },
      ]),
    )
  }
  return made
}

const headersOf = (method: string) => [
  { $ref: '#/components/parameters/account' },
  ...(method === 'post' ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
]

const accountHeader = {
  name: 'Lampstand-Client',
  in: 'header',
  description: 'Id of the account. Required for members of several accounts; an API key belongs to one account.',
  schema: { type: 'string', format: 'uuid' },
}
const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A retry with the same key within 24 hours is not repeated and gets the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const meanings: Record<string, string> = {
  '400': 'The input could not be read; `data.issues` names the fields.',
  '401': 'No valid API key or access token.',
  '402': 'The plan’s limit is reached, or the account is read-only until it is paid for.',
  '403': 'Not allowed: the role or the scopes are not enough.',
  '404': 'It does not exist, or belongs to another account.',
  '409': 'Someone else was faster, or the same call has not finished yet.',
  '422': 'Not possible in the current state, or the Idempotency-Key was sent with a different body.',
  '429': 'Too many calls; `Retry-After` says in how many seconds to try again.',
  '503': 'Busy or restarting; nothing was saved.',
}

const Refusal = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', description: 'For programs: FORBIDDEN, CONFLICT …' },
    message: { type: 'string', description: 'A sentence for people' },
    defined: { type: 'boolean' },
    status: { type: 'integer' },
    data: { description: 'Details; `issues` with `path` and `message` where fields are at fault' },
  },
}

const refusal = (status: string, description = meanings[status]!) => ({
  description,
  ...(status === '429' && { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})

/** Refusals that every call declares are shared ones; its own are named in the description. */
function responsesOf(responses: Schema): Schema {
  const made: Schema = {}
  for (const [status, response] of Object.entries(responses)) if (Number(status) < 400) made[status] = response
  for (const status of Object.keys(meanings)) made[status] = { $ref: `#/components/responses/${status}` }
  for (const [status, response] of Object.entries(responses)) {
    const own = ownRefusals(response).filter(({ code }) => !(code in errors))
    if (own.length > 0)
      made[status] = refusal(status, own.map(({ code, message }) => `\`${code}\`: ${message}`).join(' '))
  }
  return made
}

function ownRefusals(response: Schema): { code: string; message: string }[] {
  const schema: Schema = response.content?.['application/json']?.schema ?? {}
  const all: Schema[] = schema.oneOf ?? schema.anyOf ?? [schema]
  return all
    .filter(each => each.properties?.code?.const)
    .map(({ properties }) => ({ code: properties.code.const, message: properties.message?.default ?? '' }))
}

type Placed = { route: { path?: string; method?: string }; meta: ProcedureMeta }

const procedures = (node: unknown): Placed[] =>
  isContractProcedure(node)
    ? [{ route: node['~orpc'].route, meta: node['~orpc'].meta as ProcedureMeta }]
    : Object.values(node as object).flatMap(procedures)
