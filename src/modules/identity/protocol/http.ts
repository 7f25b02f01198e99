import { z } from 'zod'
import { minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { networkOf } from '#kernel/network.ts'
import { asIdentity } from '#kernel/run.ts'
import { requireFactor } from '../factors/service.ts'
import { refusal } from '../service.ts'
import { requireSession, type Who } from '../sessions/service.ts'
import { countTry } from './service/limits.ts'

export const VERSION = '2024-01-01'
export const inIdentity = <T>(c: WebContext, work: (ctx: Ctx) => Promise<T>) =>
  asIdentity(c.get('caller').requestId, work)
export const visitOf = (c: WebContext) => ({ ip: c.get('caller').ip, userAgent: c.get('caller').userAgent })

/** A call of the protocol: its refusals are worded as client libraries expect them. */
export const call = (
  method: RawRoute['method'],
  path: string,
  handle: (c: WebContext) => Promise<Response>,
): RawRoute =>
  raw(method, `/auth/v1${path}`, 'identity', async c => {
    c.header('X-Supabase-Api-Version', VERSION)
    c.header('Cache-Control', 'no-store')
    try {
      return await handle(c)
    } catch (error) {
      if (!(error instanceof Failure)) return problem(error, c)
      const { status = error.code === 'UNAVAILABLE' ? 503 : 400, ...extra } = (error.data ?? {}) as Record<
        string,
        unknown
      >
      return c.json({ code: error.code.toLowerCase(), message: error.message, ...extra }, status as 400)
    }
  })

/** The call's JSON, checked; an empty body is an empty object. */
export async function body<T extends z.ZodType>(c: WebContext, schema: T): Promise<z.output<T>> {
  const text = await c.req.text()
  const read = schema.safeParse(text ? parsed(text) : {})
  if (read.success) return read.data
  const issue = read.error.issues[0]!
  if (issue.path[0] === 'email')
    throw refusal(400, 'validation_failed', 'Unable to validate email address: invalid format')
  throw refusal(400, 'validation_failed', `${issue.path.join('.')}: ${issue.message}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refusal(400, 'bad_json', 'Could not parse request body as JSON')
  }
}

/** An id in the address; one that is none is as unknown as one that doesn't exist. */
export function idIn(c: WebContext, unknown: () => Failure, name = 'id'): string {
  const id = z.uuid().safeParse(c.req.param(name))
  if (!id.success) throw unknown()
  return id.data
}

/** The bearer's claims, of a user or of the service. */
export function bearer(c: WebContext) {
  const { claims } = c.get('caller')
  if (claims) return claims
  if (!c.req.header('authorization'))
    throw refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  throw refusal(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature, it is malformed or has expired')
}

/** A call of someone who is signed in: without a token of theirs it is refused, whatever else it holds. */
export const userCall: typeof call = (method, path, handle) =>
  call(method, path, async c => {
    idsOf(c)
    return handle(c)
  })

/** For the service role alone: a person's token, no matter who they are, opens nothing here. */
export const serviceCall: typeof call = (method, path, handle) =>
  call(method, path, c => {
    if (bearer(c).role !== 'service_role') throw refusal(403, 'not_admin', 'User not allowed')
    return handle(c)
  })

/** Client libraries send an empty parameter for one that isn't given. */
const pageNumber = (otherwise: number) =>
  z
    .string()
    .regex(/^(|[1-9]\d{0,5})$/)
    .default('')
    .transform(text => Number(text) || otherwise)
/** More than 200 a page are answered 200 at a time; the Link header says so. */
const Paging = z.object({ page: pageNumber(1), perPage: pageNumber(50).transform(size => Math.min(size, 200)) })
type Page = z.output<typeof Paging>

/** One page of a list, with the total and the next and last page in its headers. */
export async function paged(
  c: WebContext,
  path: string,
  read: (page: Page) => Promise<{ body: object; total: number }>,
) {
  const asked = Paging.safeParse({ page: c.req.query('page'), perPage: c.req.query('per_page') })
  if (!asked.success) throw refusal(400, 'validation_failed', 'page and per_page must be whole numbers from 1')
  const { page, perPage } = asked.data
  const { body: answer, total } = await read(asked.data)
  const last = Math.max(Math.ceil(total / perPage), 1)
  const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  c.header('X-Total-Count', String(total))
  c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
  return c.json(answer)
}

function idsOf(c: WebContext) {
  const claims = bearer(c)
  const ids = z.object({ userId: z.uuid(), sessionId: z.uuid() })
  const read = ids.safeParse({ userId: claims.sub, sessionId: claims.session_id })
  if (!read.success) throw refusal(403, 'bad_jwt', 'invalid claim: missing sub claim')
  return { ...read.data, aal: claims.aal }
}

/** The token's user and session, alive in the database; where a second factor is set up, it has been shown. */
export const signedIn = <T>(
  c: WebContext,
  work: (ctx: Ctx, who: Who) => Promise<T>,
  { what = 'AAL2 session is required when MFA is enabled.', status = 403 } = {},
): Promise<T> =>
  signingIn(c, async (ctx, who) => {
    await requireFactor(ctx, who, what, status)
    return work(ctx, who)
  })

/** The same for the few calls that finish a sign-in or end it: a session that has yet to show its factor makes no others. */
export async function signingIn<T>(c: WebContext, work: (ctx: Ctx, who: Who) => Promise<T>): Promise<T> {
  const { aal, ...who } = idsOf(c)
  return inIdentity(c, async ctx => {
    const session = await requireSession(ctx, who.sessionId, who.userId)
    // A token from before the session was raised stays as weak as it was made.
    return work(ctx, { ...who, session: { ...session, aal } })
  })
}

/** Counts a try by the caller's network. */
export const countIp = (c: WebContext, what: string, most: number, ms = minutes(60)) =>
  inIdentity(c, ctx => countTry(ctx, `${what} ip ${networkOf(c.get('caller').ip)}`, most, ms))

/** Only back to this site: a link in our mail must not lead elsewhere. */
export function safeRedirect(c: WebContext, wanted = c.req.query('redirect_to')): string {
  const home = new URL(env.publicUrl)
  const loopback = (name: string) => ['localhost', '127.0.0.1', '[::1]'].includes(name)
  const url = wanted ? URL.parse(wanted, home) : null
  if (!url || !/^https?:$/.test(url.protocol)) return env.publicUrl
  const same =
    url.origin === home.origin || (loopback(url.hostname) && loopback(home.hostname) && url.port === home.port)
  return same ? url.href : env.publicUrl
}
