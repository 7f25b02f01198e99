import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie } from 'hono/cookie'
import { errors } from './contract.ts'
import { env } from './env.ts'
import { Failure } from './failure.ts'
import { log } from './log.ts'
import { type Caller, newRequestId } from './run.ts'
import { digest } from './secrets.ts'
import { verify } from './tokens.ts'

export type Web = { Variables: { caller: Caller; nonce: string; isProtected?: true } }
export type WebContext = Context<Web>

/** How a raw route is guarded; the handler opens its transactions with the matching function of kernel/run. */
export type RouteMode = 'member' | 'signedIn' | 'anonymous' | 'identity' | 'webhook' | 'platform' | 'person'
export interface RawRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  path: string
  mode: RouteMode
  /** For a body that the handler reads as it arrives and counts itself: the largest in bytes. Others are read whole, up to 1 MB. */
  maxBody?: number
  handle: (c: WebContext) => Response | Promise<Response>
}

/** A protocol, a webhook, a file or a stream: what the contract can't say. Its mode must be declared. */
export const raw = (
  method: RawRoute['method'],
  path: string,
  mode: RouteMode,
  handle: RawRoute['handle'],
  maxBody?: number,
): RawRoute => ({ method, path, mode, handle, ...(maxBody && { maxBody }) })

const MEGABYTE = 1_048_576

/** What API keys start with, so that programs that look for leaked secrets find them. */
export const API_KEY_PREFIX = 'lsk_'

/** Who is at the door: token or API key, account header, request id, address. */
export async function callerOf(c: { req: { header(name: string): string | undefined } }, ip: string): Promise<Caller> {
  const [scheme, token] = (c.req.header('authorization') ?? '').split(' ')
  const bearer = scheme?.toLowerCase() === 'bearer' && token ? token : ''
  const isKey = bearer.startsWith(API_KEY_PREFIX)
  return {
    claims: bearer && !isKey ? await verify(bearer) : null,
    ...(isKey && { key: { hash: digest(bearer) } }),
    clientId: c.req.header('lampstand-client') || null,
    requestId: newRequestId(),
    ip,
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
  }
}

export const PORTAL_COOKIE = 'lampstand_portal'

/** Whether a page of our own sent it. Browsers say so of every POST; what doesn't say is refused. */
export function isSameOrigin(c: WebContext): boolean {
  const [site, origin] = [c.req.header('sec-fetch-site'), c.req.header('origin')]
  if (site) return site === 'same-origin'
  return origin === new URL(env.publicUrl).origin || origin === new URL(c.req.url).origin
}

/** Below /my and /m the portal's cookie alone says who it is, and a change must come from our own pages; elsewhere it is not read. */
const portalCaller = (c: WebContext, caller: Caller): Caller => {
  const isTrusted = c.req.method === 'GET' || isSameOrigin(c)
  return {
    ...caller,
    claims: null,
    key: undefined,
    clientId: null,
    portal: (isTrusted && getCookie(c, PORTAL_COOKIE)) || null,
  }
}

/**
 * Whether the browser called this machine by a name of its own. A page of elsewhere whose name was made to point here
 * says another one, and a proxy that lets the world in passes on the world's.
 */
export const calledLocally = (c: WebContext) =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(c.req.url).hostname) && !c.req.header('x-forwarded-for')

const addressOf = (c: Context): string => {
  // Behind a proxy of one's own the last address was added by it; the ones before are the visitor's word.
  const forwarded = env.trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || ((c.env as any)?.incoming?.socket?.remoteAddress ?? '0.0.0.0')
}

async function tooLarge(c: Context): Promise<Response> {
  await readToItsEnd(c.req.raw.body)
  return c.json({ code: 'PAYLOAD_TOO_LARGE', message: 'The request is too large.' }, 413)
}

/** Refuses a body of more than 1 MB. */
export const limited = () => bodyLimit({ maxSize: MEGABYTE, onError: tooLarge })

/** Refuses what is announced as larger; what isn't announced is counted where it is read, once the sender is known. */
const announced =
  (maxSize: number): MiddlewareHandler =>
  async (c, next) =>
    Number(c.req.header('content-length') ?? 0) > maxSize ? tooLarge(c) : next()

/** A browser that is still sending when the connection closes sees a broken network instead of our answer. */
export async function readToItsEnd(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (!body || body.locked) return
  let size = 0
  for await (const piece of body) if ((size += piece.length) > 100 * MEGABYTE) return
}

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  ...(env.publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
}
/** What every answer says. Code that puts them into an answer as it is made sets `isProtected`: adding them costs more. */
export const protection = (c: WebContext) => ({ 'X-Request-Id': c.get('caller').requestId, ...always })

/** The server without its pages: request ids, limits, headers, raw routes, errors as sentences. */
export function webServer(routes: readonly RawRoute[]): Hono<Web> {
  const app = new Hono<Web>({ strict: false })
  app.use(async (c, next) => {
    const caller = await callerOf(c, addressOf(c))
    c.set('caller', /^\/my?\//.test(c.req.path) ? portalCaller(c, caller) : caller)
    // No address of ours holds a control character: in a header it would begin a line, and PostgreSQL takes no NUL.
    if (/%([01][\da-f]|7f)/i.test(new URL(c.req.url).pathname))
      c.res = c.json({ code: 'NOT_FOUND', message: 'Address not found.' }, 404)
    else await next()
    if (c.get('isProtected')) return
    const isJson = c.res.headers.get('content-type')?.startsWith('application/json')
    if (isJson && !c.res.headers.has('cache-control')) c.header('Cache-Control', 'no-store')
    for (const [name, value] of Object.entries(protection(c)))
      if (name !== 'X-Frame-Options' || !c.res.headers.has(name)) c.header(name, value)
  })
  for (const route of routes)
    app.on(route.method, route.path, route.maxBody ? announced(route.maxBody) : limited(), c =>
      route.handle(c as unknown as WebContext),
    )
  app.onError((error, c) => problem(error, c as unknown as WebContext))
  return app
}

/** The codes that every procedure declares. */
const shared: Record<string, { status: number; message: string }> = errors
const statusOf = (code: string) => (code === 'BAD_REQUEST' ? 400 : (shared[code]?.status ?? 422))

/** What a refusal says to people; the contract's own words where it has none. */
export const sentenceOf = ({ code, message }: Failure) => (message === code && shared[code]?.message) || message

const FULL = 'The server has no space left for files. Nothing was saved. Please tell the operator.'
/** Too many tries are counted by the minute, the hour or the day: trying each minute disturbs nobody. */
export const retryAfter = (status: number) => (status === 429 ? { 'Retry-After': '60' } : undefined)

/** The same shape of refusal as the contract's procedures answer with. */
export function problem(error: unknown, c: WebContext): Response {
  if (error instanceof Failure) {
    const body = { defined: true, code: error.code, message: sentenceOf(error), data: error.data }
    return c.json(body, statusOf(error.code) as 422, retryAfter(statusOf(error.code)))
  }
  const { requestId } = c.get('caller') ?? { requestId: '' }
  if (/^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException)?.code ?? '')) {
    log.error({ requestId }, 'no space left for files')
    return c.json({ code: 'INSUFFICIENT_STORAGE', message: FULL }, 507)
  }
  log.error({ err: error, requestId, path: c.req.path }, 'a request failed')
  return c.json({ code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong', data: { requestId } }, 500)
}
