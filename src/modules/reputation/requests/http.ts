import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { guardSubmission } from '#public-page/guard/service.ts'
import { HONEYPOT } from '#public-page/rules/guard.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { readPrivateWords, renderLanding, renderThanks } from './rules/pages.ts'
import { clientOfCode, filePrivateWords, type Place, readPlace, recordVisit } from './service/landing.ts'

const CODE = /^[\w-]{16}$/
/** Private words within an hour: a code may stand on a slide before a whole congregation. */
const AN_HOUR = { device: 60, mine: 600, all: 2_000 }

/** The visitor's transaction at the church of the code. */
async function at(c: WebContext, work: (ctx: Ctx, place: Place) => Promise<Response>): Promise<Response> {
  const code = c.req.param('code') ?? ''
  const clientId = CODE.test(code) ? await asPlatform('review request', db => clientOfCode(db, code)) : undefined
  if (!clientId) return publicError(c, 'notFound')
  return asVisitor(c.get('caller'), clientId, async ctx => {
    const place = await readPlace(ctx, code)
    return place ? work(ctx, place) : publicError(c, 'notFound')
  })
}

async function landing(c: WebContext, ctx: Ctx, place: Place, shown: { problem?: string; typed?: string } = {}) {
  const church = await churchOf(ctx)
  const { code, targets, requestId } = place
  const body = renderLanding({
    path: `/review/${code}`,
    church: church?.name ?? 'our church',
    targets,
    isOpen: requestId === null,
    ...shown,
  })
  return publicPage(c, { title: 'What was it like?', church, body, status: shown.problem ? 422 : 200 })
}

/** A browser that looks ahead has shown nobody the page: it counts like HEAD. */
const isAhead = (c: WebContext) =>
  /prefetch|prerender/i.test(`${c.req.header('sec-purpose')} ${c.req.header('purpose')}`)
const visitOf = (c: WebContext, isOnward: boolean) => ({
  method: isAhead(c) ? 'HEAD' : c.req.method,
  userAgent: c.req.header('user-agent') ?? '',
  isOnward,
})

const open = (c: WebContext) =>
  at(c, async (ctx, place) => {
    await recordVisit(ctx, place, visitOf(c, false))
    return landing(c, ctx, place)
  })

/** To a platform. Where a code has no such platform, its own page is shown. */
const goOn = (c: WebContext) =>
  at(c, async (ctx, place) => {
    const target = place.targets[Number(c.req.param('place'))]
    if (!target) return publicError(c, 'notFound')
    await recordVisit(ctx, place, visitOf(c, true))
    return c.redirect(target.url, 302)
  })

async function tell(c: WebContext): Promise<Response> {
  const sent = await c.req.text()
  if (sent.length > 30_000) return publicError(c, 'invalid')
  const form = new URLSearchParams(sent)
  const { value, problem } = readPrivateWords(form)
  try {
    return await at(c, async (ctx, place) => {
      if (problem) return landing(c, ctx, place, { problem, typed: value.words.slice(0, 2_000) })
      const honeypot = form.get(HONEYPOT) ?? ''
      const signs = await guardSubmission(ctx, { form: 'review words', honeypot, refused: AN_HOUR })
      // A program is thanked as everyone is, and nothing is stored of it.
      const answer = signs.includes('honeypot')
        ? ''
        : await withEveryRight(ctx, 'inbound', all => filePrivateWords(all, place, value))
      const church = await churchOf(ctx)
      return publicPage(c, { title: 'Thank you', church, body: renderThanks(church?.name ?? 'Our church', answer) })
    })
  } catch (error) {
    if (error instanceof Failure && error.code === 'TOO_MANY_REQUESTS') return publicError(c, 'tooMany')
    throw error
  }
}

export const reviewRequestRoutes: RawRoute[] = [
  raw('GET', '/review/:code', 'anonymous', open),
  raw('POST', '/review/:code', 'anonymous', tell),
  raw('GET', '/review/:code/to/:place', 'anonymous', goOn),
]
