import type { AnyContractRouter } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { type Context, Hono } from 'hono'
import { databaseAnswers } from './db.ts'
import type { Web } from './http.ts'

/** `/rest/v1`: the contract's procedures, their OpenAPI document, and the connectivity check. */
export function restApi(contract: AnyContractRouter, router: object): Hono<Web> {
  const handler = new OpenAPIHandler(router as never)
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  let document: Promise<unknown> | undefined
  const app = new Hono<Web>()

  app.get('/openapi.json', async c => {
    document ??= generator.generate(contract as never, {
      info: {
        title: 'Lampstand',
        version: '1',
        description: 'The REST API of Lampstand. A request names its account in the header Lampstand-Client.',
      },
      servers: [{ url: '/rest/v1' }],
      security: [{ session: [] }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    })
    return c.json((await document) as object)
  })
  // Hono answers HEAD with what GET would say, without the body.
  app.get('/', async c => {
    if (!(await databaseAnswers()))
      return c.json({ code: 'UNAVAILABLE', message: 'The database does not answer.' }, 503)
    return c.json({ name: 'Lampstand REST API', document: '/rest/v1/openapi.json' })
  })
  app.all('/*', async (c: Context<Web>) => {
    const { matched, response } = await handler.handle(c.req.raw, {
      prefix: '/rest/v1',
      context: c.get('caller') as never,
    })
    return matched ? response : c.json({ code: 'NOT_FOUND', message: 'There is no such call.' }, 404)
  })
  return app
}
