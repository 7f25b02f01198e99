import type { AnyContractRouter } from '@orpc/contract'
import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import {
  StandardBracketNotationSerializer,
  type StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard'
import { StandardHandler } from '@orpc/server/standard'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors, idempotency, rateLimit } from '#api-access/http.ts'
import { databaseAnswers } from '#kernel/db.ts'
import { limited, protection, retryAfter, type Web, type WebContext } from '#kernel/http.ts'
import { openApiDocument } from './openapi.ts'
import { DEPRECATED_AT, successorOf } from './renamed-paths.ts'

/** Answers are JSON and dates, which JSON.stringify writes as they should be: nothing to walk through before. */
const asTheyAre = { serialize: (data: unknown) => [data, false] } as unknown as StandardOpenAPIJsonSerializer
const codec = new StandardOpenAPICodec(
  new StandardOpenAPISerializer(asTheyAre, new StandardBracketNotationSerializer()),
)

/** A path below the API, as it came over the wire: where that stands, and what is left. A header takes no other characters. */
function split(c: Context<Web>): [base: string, path: string] {
  const { pathname } = new URL(c.req.url)
  const [, base = '', path = pathname] = /^(.*?\/rest\/v1)(\/.*)$/.exec(pathname) ?? []
  return [base, path]
}

/** The address of a call; a renamed path is its successor's. */
function urlOf(c: Context<Web>): URL {
  const url = new URL(c.req.url)
  const [base, path] = split(c)
  const successor = successorOf(path)
  if (successor) url.pathname = base + successor
  return url
}

/** Calls of deprecated paths: reads are redirected, everything else is answered by the successor. */
const answerRenamed: MiddlewareHandler<Web> = async (c, next) => {
  const [base, path] = split(c)
  const successor = successorOf(path)
  if (!successor) return next()
  c.header('Deprecation', `@${DEPRECATED_AT}`)
  c.header('Link', `<${base}${successor}>; rel="successor-version"`)
  if (c.req.method === 'GET' || c.req.method === 'HEAD')
    return c.redirect(base + successor + new URL(c.req.url).search, 308)
  await next()
}

/** JSON is all that a call takes: what a page of another site could send without asking first is not read. */
const requestOf = (c: WebContext) => ({
  method: c.req.method,
  url: urlOf(c),
  headers: c.req.header(),
  signal: undefined,
  body: async () => {
    const text = await c.req.text()
    if (!text) return undefined
    if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new TypeError('not JSON')
    return JSON.parse(text)
  },
})

/** `/rest/v1`: the contract's procedures, their OpenAPI document, and the connectivity check. Below /my/{church}: for its portal. */
export function restApi(contract: AnyContractRouter, router: object): Hono<Web> {
  const handler = new StandardHandler(router as never, new StandardOpenAPIMatcher(), codec, {})
  let document: Promise<unknown> | undefined
  const app = new Hono<Web>()

  app.get('/openapi.json', async c => {
    document ??= openApiDocument(contract)
    return c.json((await document) as object)
  })
  // Hono answers HEAD with what GET would say, without the body.
  app.get('/', async c => {
    if (!(await databaseAnswers()))
      return c.json({ code: 'UNAVAILABLE', message: 'The database is not responding.' }, 503)
    return c.json({ name: 'Lampstand REST API', document: '/rest/v1/openapi.json' })
  })
  app.on(['POST', 'PATCH', 'DELETE'], '/*', limited())
  app.use(cors, rateLimit, idempotency)
  app.use(answerRenamed)
  app.all('/*', async (c: Context<Web>) => {
    const { matched, response } = await handler.handle(requestOf(c) as never, {
      prefix: c.req.path.startsWith('/my/') ? (/^.*?\/rest\/v1/.exec(c.req.path)![0] as '/rest/v1') : '/rest/v1',
      context: c.get('caller') as never,
    })
    if (!matched) return c.json({ code: 'NOT_FOUND', message: 'Endpoint not found.' }, 404)
    c.set('isProtected', true)
    const headers = {
      ...protection(c),
      ...retryAfter(response.status),
      'content-type': 'application/json',
      'cache-control': 'no-store',
    }
    return c.body(JSON.stringify(response.body), response.status as 200, headers)
  })
  return app
}
