import { getCookie, setCookie } from 'hono/cookie'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { guardSubmission } from '#public-page/guard/service.ts'
import { HONEYPOT } from '#public-page/rules/guard.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { joinPage, type Part, type PhonePage, roomPage, stateOf } from './rules/phone-pages.ts'
import { answer, join, type Room, roomOf, sessionAt } from './service/taking-part.ts'

/** A group shares one network: everyone joins within a minute. */
const JOINING = { mine: 1_000, all: 3_000 }
const COOKIE = 'study'
const pathOf = (c: WebContext) => `/study/${c.req.param('code') ?? ''}`
const keyOf = (c: WebContext) => getCookie(c, COOKIE)

interface Visit {
  ctx: Ctx
  id: string
}
/** The visitor's transaction in the session that the code leads to. */
async function visit(c: WebContext, work: (visit: Visit) => Promise<Response>): Promise<Response> {
  const code = c.req.param('code') ?? ''
  const found = await asPlatform('study', db => sessionAt(db, code))
  if (!found) return publicError(c, 'notFound')
  return asVisitor(c.get('caller'), found.clientId, ctx => work({ ctx, id: found.id }))
}

const pageOf = (c: WebContext, { session, answers, questions }: Room): PhonePage => ({
  path: pathOf(c),
  title: session.title,
  document: session.document,
  questions,
  answers,
  position: session.position,
  ended: session.endedAt !== null,
})

async function show(c: WebContext, ctx: Ctx, title: string, body: Part, status = 200): Promise<Response> {
  const church = await churchOf(ctx)
  return publicPage(c, { title, church, body, status, scripts: ['/study.js'] })
}

const room = (c: WebContext) =>
  visit(c, async ({ ctx, id }) => {
    const found = await roomOf(ctx, id, keyOf(c))
    if (found.me) return show(c, ctx, found.session.title, roomPage(pageOf(c, found)))
    if (found.session.endedAt)
      return publicError(c, 'closed', {
        church: await churchOf(ctx),
        title: 'This session has ended',
        text: 'Please ask the leader for the next one.',
        status: 200,
      })
    return show(c, ctx, found.session.title, joinPage(pathOf(c), found.session.title))
  })

const state = (c: WebContext) =>
  visit(c, async ({ ctx, id }) => {
    const { session } = await roomOf(ctx, id, undefined)
    c.header('cache-control', 'no-store')
    return c.json({ state: stateOf({ position: session.position, ended: session.endedAt !== null }) })
  })

async function sentOf(c: WebContext): Promise<URLSearchParams> {
  const body = await c.req.text()
  if (body.length > 20_000) throw new Failure('BAD_REQUEST', 'That is too much for one answer.')
  return new URLSearchParams(body.replaceAll('%00', ''))
}

async function enter(c: WebContext): Promise<Response> {
  const sent = await sentOf(c)
  return kindly(c, () =>
    visit(c, async ({ ctx, id }) => {
      const name = (sent.get('name') ?? '').trim()
      const { session } = await roomOf(ctx, id, undefined)
      if (name === '')
        return show(c, ctx, session.title, joinPage(pathOf(c), session.title, 'Please enter a name'), 422)
      const signs = await guardSubmission(ctx, { form: 'study', honeypot: sent.get(HONEYPOT) ?? '', refused: JOINING })
      if (signs.length === 0)
        setCookie(c, COOKIE, await join(ctx, id, name), {
          path: pathOf(c),
          httpOnly: true,
          sameSite: 'Lax',
          maxAge: 30 * 86_400,
          secure: env.publicUrl.startsWith('https:'),
        })
      return c.redirect(pathOf(c), 303)
    }),
  )
}

async function save(c: WebContext): Promise<Response> {
  const sent = await sentOf(c)
  return kindly(c, () =>
    visit(c, async ({ ctx, id }) => {
      await answer(ctx, id, keyOf(c), {
        questionId: sent.get('question') ?? '',
        text: sent.get('answer') ?? '',
        isShared: sent.get('share') === '1',
      })
      return c.redirect(pathOf(c), 303)
    }),
  )
}

/** A refusal is a page with a sentence, not an error. */
async function kindly(c: WebContext, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'TOO_MANY_REQUESTS') return publicError(c, 'tooMany')
    return publicError(c, 'closed', { title: 'That did not work', text: error.message, status: 422 })
  }
}

export const studyRoutes: RawRoute[] = [
  raw('GET', '/study/:code', 'anonymous', room),
  raw('GET', '/study/:code/state', 'anonymous', state),
  raw('POST', '/study/:code/join', 'anonymous', enter),
  raw('POST', '/study/:code/answer', 'anonymous', save),
]
