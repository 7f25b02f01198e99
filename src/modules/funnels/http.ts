import { clock, minutes } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { log } from '#kernel/log.ts'
import { networkOf } from '#kernel/network.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { machineClick } from '#links/rules/machines.ts'
import { visitorAt } from '#links/service/visitors.ts'
import { clientOfSlug } from '#public-page/church/service.ts'
import { languages } from '#public-page/rules/languages.ts'
import { throttle } from '#public-page/rules/throttle.ts'
import { answerPrepared, churchOf, publicError, publicPage } from '#public-page/service.ts'
import { ownSite } from '#web-domains/service.ts'
import type { Step, Variant } from './rules/steps.ts'
import { touchOf } from './rules/touch.ts'
import { funnelAt } from './service/addresses.ts'
import { openPreview } from './service/publishing.ts'
import {
  draftOf,
  type Look,
  preparedStep,
  previewStep,
  recalled,
  recalledPage,
  type Served,
  servedAt,
  stepAt,
  variantFor,
} from './service/serving.ts'
import { recordVisit } from './service/visits.ts'

const PART = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** Views of one network in one funnel; more are a program's. */
const mayCount = throttle({ most: 600, ms: minutes(1) })
/** A visitor waits no longer than this for their visit to be stored; it is stored all the same. */
const PATIENCE_MS = 250

async function funnelOf(c: WebContext): Promise<Served | undefined> {
  const [church, slug] = [c.req.param('church') ?? '', c.req.param('funnel') ?? '']
  if (!PART.test(church) || !PART.test(slug)) return
  const place = { church, slug, onOwnDomain: ownSite(c) !== undefined }
  const known = recalled(place)
  if (known) return known
  const clientId = await asPlatform('funnel', db => clientOfSlug(db, church, { includesOperatorAccount: true }))
  return clientId ? asVisitor(c.get('caller'), clientId, ctx => servedAt(ctx, place)) : undefined
}

async function visit(c: WebContext): Promise<Response> {
  const served = await funnelOf(c)
  if (!served) return siteError(c)
  if (served.state === 'archived') return ended(c, served)
  if (served.slug !== c.req.param('funnel')) return moved(c, served)
  const step = served.state === 'published' ? stepAt(served, c.req.param('step') ?? '') : undefined
  if (!step) return missing(c, served)
  const { ip, userAgent } = c.get('caller')
  const variant = variantFor(served, step, { ip, userAgent })
  if (!variant) return missing(c, served)
  const look: Look = {
    language: languages.find(one => one === c.req.query('lang')),
    isTeam: c.req.query('team') === '1' || c.get('caller').claims !== null,
  }
  const counted = count(c, served, step, variant, look)
  const page =
    recalledPage(served, variant, look) ??
    (await asVisitor(c.get('caller'), served.clientId, ctx => preparedStep(ctx, served, step, variant, look)))
  await counted
  return page ? answerPrepared(c, page) : missing(c, served)
}

const isAhead = (c: WebContext) =>
  /prefetch|prerender/i.test(`${c.req.header('sec-purpose')} ${c.req.header('purpose')} ${c.req.header('x-moz')}`)

/** Stores the visit while the page is made; a slow database holds nobody up. */
async function count(c: WebContext, served: Served, step: Step, variant: Variant, { isTeam }: Look): Promise<void> {
  const { ip, userAgent, requestId } = c.get('caller')
  const isMachine = machineClick({ method: c.req.method, userAgent, since: null }) !== undefined
  if (isTeam || isMachine || isAhead(c) || !mayCount(`${networkOf(ip)} ${served.id}`, clock.ms())) return
  const untracked = c.req.header('sec-gpc') === '1' || c.req.header('dnt') === '1'
  const written = recordVisit({
    clientId: served.clientId,
    funnelId: served.id,
    stepId: step.id,
    variantId: variant.id,
    at: clock.now(),
    visitor: untracked ? null : visitorAt(served.clientId, { ip, userAgent }),
    touch: touchOf(new URL(c.req.url).searchParams, c.req.header('referer') ?? '', new URL(served.here).hostname),
  }).catch(err => log.warn({ err, requestId }, 'a visit of a funnel was not counted'))
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>(resolve => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([written, patience]).finally(() => clearTimeout(timer))
}

/** It has another address by now; it may change again, so nobody keeps it for good. */
function moved(c: WebContext, { here, slug }: Served): Response {
  const [step, { search }] = [c.req.param('step'), new URL(c.req.url)]
  c.header('Cache-Control', 'max-age=600')
  return c.redirect(`${funnelAt(here, slug)}${step ? `/${step}` : ''}${search}`, 301)
}

const siteError = (c: WebContext) => publicError(c, 'notFound')

async function missing(c: WebContext, { clientId, site }: Served): Promise<Response> {
  const church = await asVisitor(c.get('caller'), clientId, churchOf)
  return publicError(c, 'notFound', {
    church,
    title: 'This page isn’t open right now',
    text: `You are welcome at ${church?.name ?? 'our church'} all the same. Please look again later, or ask us.`,
    footer: [{ href: site.base || '/', text: 'Home page' }],
  })
}

async function ended(c: WebContext, { clientId, site, redirect }: Served): Promise<Response> {
  if (redirect) return c.redirect(redirect, 302)
  const church = await asVisitor(c.get('caller'), clientId, churchOf)
  return publicError(c, 'closed', {
    church,
    status: 410,
    title: 'This has ended',
    text: `Thank you for your interest. See what is on at ${church?.name ?? 'our church'} now.`,
    footer: [{ href: site.base || '/', text: 'Home page' }],
  })
}

async function preview(c: WebContext): Promise<Response> {
  const token = c.req.param('token') ?? ''
  const link = openPreview(token)
  if (!link) return publicError(c, 'notFound', { title: 'This preview has ended', text: 'Please ask for a new link.' })
  return asVisitor(c.get('caller'), link.clientId, async ctx => {
    const served = await draftOf(ctx, link.funnelId)
    const step = served && stepAt(served, c.req.param('step') ?? '')
    const at = `${env.publicUrl}/c/preview/go/${encodeURIComponent(token)}`
    const page = step && (await previewStep(ctx, served, step, at))
    return page ? publicPage(c, { ...page, framedBy: "'self'" }) : publicError(c, 'notFound')
  })
}

const safe = (handle: (c: WebContext) => Promise<Response>) => (c: WebContext) =>
  handle(c).catch(error => problem(error, c))

export const funnelRoutes: RawRoute[] = [
  raw('GET', '/c/preview/go/:token', 'anonymous', safe(preview)),
  raw('GET', '/c/preview/go/:token/:step', 'anonymous', safe(preview)),
  raw('GET', '/c/:church/go/:funnel', 'anonymous', safe(visit)),
  raw('GET', '/c/:church/go/:funnel/:step', 'anonymous', safe(visit)),
]
