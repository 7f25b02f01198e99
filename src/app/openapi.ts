import { type AnyContractRouter, isContractProcedure } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { ProcedureMeta } from '#kernel/contract.ts'

const about = `The REST API of Lampstand. Every call carries \`Authorization: Bearer <access token>\` and, where its caller belongs
to several accounts, \`Lampstand-Client: <account id>\`. A refusal is JSON with a code and a sentence.`

/** The OpenAPI document of the contract; `x-mode` and `x-permission` say who may make each call. */
export async function openApiDocument(contract: AnyContractRouter): Promise<Record<string, any>> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = (await generator.generate(contract as never, {
    info: { title: 'Lampstand', version: '1', description: about.replaceAll('\n', ' ') },
    servers: [{ url: '/rest/v1' }],
    security: [{ session: [] }],
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  })) as Record<string, any>
  for (const { route, meta } of procedures(contract)) {
    const operation = document.paths?.[route.path!]?.[route.method!.toLowerCase()]
    if (!operation) continue
    operation['x-mode'] = meta.mode
    if (meta.permission) operation['x-permission'] = meta.permission
    if (meta.mode === 'anonymous' || meta.mode === 'publicOf') operation.security = []
  }
  return document
}

type Placed = { route: { path?: string; method?: string }; meta: ProcedureMeta }

const procedures = (node: unknown): Placed[] =>
  isContractProcedure(node)
    ? [{ route: node['~orpc'].route, meta: node['~orpc'].meta as ProcedureMeta }]
    : Object.values(node as object).flatMap(procedures)
