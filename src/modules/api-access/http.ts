import type { MiddlewareHandler } from 'hono'
import { Failure } from '#kernel/failure.ts'
import { problem, type Web, type WebContext } from '#kernel/http.ts'
import { digest } from '#kernel/secrets.ts'
import { type IdempotentCall, keepOnce } from './idempotency/service.ts'
import { isIdempotencyKey } from './rules/keys.ts'
import { type Allowance, countCall } from './service.ts'

const allowed = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Idempotency-Replayed, X-Request-Id',
}
const preflight = {
  ...allowed,
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Lampstand-Client',
  'Access-Control-Max-Age': '86400',
}

/**
 * Pages of other sites may call with an API key. Credentials are not allowed, so no cookie travels, and what isn't
 * called with a key is not readable there.
 */
export const cors: MiddlewareHandler<Web> = async (c, next) => {
  // A portal's calls carry its cookie: they are for our own pages alone.
  if (c.req.path.startsWith('/my/')) return next()
  if (c.req.method === 'OPTIONS') return c.body(null, 204, preflight)
  await next()
  if (c.get('caller').key) for (const [name, value] of Object.entries(allowed)) c.header(name, value)
}

const headersOf = ({ limit, remaining, resetSeconds }: Allowance): [string, string][] => [
  ['RateLimit-Limit', String(limit)],
  ['RateLimit-Remaining', String(remaining)],
  ['RateLimit-Reset', String(resetSeconds)],
]

/** Calls of an API key in a minute. Whether the key is valid at all, the call itself finds out. */
export const rateLimit: MiddlewareHandler<Web> = async (c, next) => {
  const caller = c.get('caller')
  const allowance = caller.key && 'hash' in caller.key ? await countCall(caller, caller.key.hash) : undefined
  if (!allowance) return next()
  if (allowance.exceeded) {
    const message = `This API key has made ${allowance.limit} calls in a minute. Please wait ${allowance.resetSeconds === 1 ? '1 second' : `${allowance.resetSeconds} seconds`}.`
    const refused = problem(new Failure('TOO_MANY_REQUESTS', message), c as unknown as WebContext)
    refused.headers.set('Retry-After', String(allowance.resetSeconds))
    for (const [name, value] of headersOf(allowance)) refused.headers.set(name, value)
    return refused
  }
  await next()
  for (const [name, value] of headersOf(allowance)) c.header(name, value)
}

/** `Idempotency-Key` on POST: a retry gets the answer of the first call. */
export const idempotency: MiddlewareHandler<Web> = async (c, next) => {
  const key = c.req.header('idempotency-key')
  if (key === undefined || c.req.method !== 'POST') return next()
  if (!isIdempotencyKey(key)) {
    const message = 'Idempotency-Key must have 1 to 255 characters, without spaces.'
    return problem(new Failure('BAD_REQUEST', message), c as unknown as WebContext)
  }
  const call: IdempotentCall = { key, path: c.req.path, bodyHash: digest(await c.req.text()) }
  c.set('caller', { ...c.get('caller'), once: keepOnce(call) })
  await next()
  if (call.replayed) c.header('Idempotency-Replayed', 'true')
}
