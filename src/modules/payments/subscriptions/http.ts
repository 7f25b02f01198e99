import { randomUUID } from 'node:crypto'
import { CARD_NUMBER_REFUSED, hasCardNumber } from '#card-numbers/rules.ts'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { isSameOrigin, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { networkOf } from '#kernel/network.ts'
import { everyRight, withEveryRight } from '#kernel/rights.ts'
import { asActor, asPlatform, asVisitor } from '#kernel/run.ts'
import { normaliseEmail } from '#people/rules/contact.ts'
import { portalActor } from '#portal/service/church.ts'
import { asSignedIn, churchSlug, portalPage, toPortal } from '#portal/service/pages.ts'
import { guardSubmission, openedAt, openedNow } from '#public-page/guard/service.ts'
import { HONEYPOT, OPENED } from '#public-page/rules/guard.ts'
import { throttle } from '#public-page/rules/throttle.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { checkoutUrl } from '../service/start.ts'
import { ownSubscriptions, subscribePage } from './rules/pages.ts'
import { outcomeOf } from './service/payment-updates.ts'
import { type Asked, offeredPlan, planAt, subscribe } from './service/signup.ts'
import { cancel, ofPerson, payWithOtherCard } from './service.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MOST = 5_000
/** Tokens that don't exist, from one network: a plan's own page is opened by a whole congregation at once. */
const mayGuess = throttle({ most: 120, ms: minutes(1) })
const pathOf = (c: WebContext) => `/plans/${c.req.param('token') ?? ''}`
const guardName = (c: WebContext) => `subscribe ${pathOf(c)}`

interface Plan {
  clientId: string
  id: string
}

async function atPlan(c: WebContext, work: (ctx: Ctx, plan: Plan) => Promise<Response>): Promise<Response> {
  const plan = await asPlatform('subscribe', db => planAt(db, c.req.param('token') ?? ''))
  if (!plan) return publicError(c, mayGuess(networkOf(c.get('caller').ip), clock.ms()) ? 'notFound' : 'tooMany')
  return asVisitor(c.get('caller'), plan.clientId, ctx => work(ctx, plan))
}

interface Sent {
  key: string
  typed: Record<string, string>
  problems: Record<string, string>
  /** What went wrong with all of it. */
  problem?: string
}

const outcomeNotes = {
  paid: 'Thank you. Your subscription has begun. We sent your receipt by email.',
  pending: 'Thank you. Your payment is being processed. We will email you once it has arrived.',
  failed: 'The payment did not go through, and nothing was charged. You can try again below.',
}

async function show(c: WebContext, ctx: Ctx, { id }: Plan, sent?: Sent): Promise<Response> {
  const { plan, price, taxes, total, nextOn, reason } = await withEveryRight(ctx, 'checkout', all =>
    offeredPlan(all, id),
  )
  const paymentId = c.req.query('payment') ?? ''
  const outcome = UUID.test(paymentId)
    ? await withEveryRight(ctx, 'checkout', all => outcomeOf(all, id, paymentId))
    : undefined
  const isDone = outcome?.state === 'paid' || outcome?.state === 'pending'
  const key = sent?.key ?? outcome?.key ?? randomUUID()
  const typed = sent?.typed ?? outcome?.typed ?? {}
  const { name, description, features, currency, trialDays } = plan
  const body = subscribePage({
    path: pathOf(c),
    locale: ctx.client.locale,
    name,
    description,
    features,
    currency,
    trialDays,
    amount: price.amount,
    interval: price.interval,
    taxes,
    total,
    nextOn,
    reason: isDone ? null : reason,
    note: sent?.problem ?? (outcome ? outcomeNotes[outcome.state] : ''),
    form: isDone ? null : { key, opened: openedNow(guardName(c)), typed, problems: sent?.problems ?? {} },
  })
  const status = sent?.problem ? 409 : sent ? 422 : 200
  const page = { title: name, description, church: await churchOf(ctx), body, styles: ['/invoice.css'], status }
  return publicPage(c, { ...page, formTargets: ['https:'] })
}

/** @returns who subscribes, or what is wrong with what was typed */
function read(typed: Record<string, string>): { asked: Asked; problems: Record<string, string> } {
  const text = (name: string) => (typed[name] ?? '').trim().slice(0, 200)
  const email = normaliseEmail(text('email'))
  const asked = { firstName: text('firstName'), lastName: text('lastName'), email: email ?? '' }
  const problems: Record<string, string> = {
    ...(!asked.firstName && { firstName: 'Please enter your first name' }),
    ...(!asked.lastName && { lastName: 'Please enter your last name' }),
    ...(!email && { email: 'Please enter your email address, such as name@example.org' }),
  }
  for (const name of ['firstName', 'lastName', 'email'])
    if (hasCardNumber(text(name))) problems[name] = CARD_NUMBER_REFUSED
  return { asked, problems }
}

/** What was typed into the form, without a card's number. */
const kept = (sent: Record<string, string>) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => !hasCardNumber(value)))

async function start(c: WebContext, ctx: Ctx, plan: Plan, sent: Record<string, string>): Promise<string | Response> {
  const key = UUID.test(sent.key ?? '') ? sent.key! : randomUUID()
  const { asked, problems } = read(sent)
  const again = { key, typed: kept(sent), problems }
  if (Object.keys(problems).length > 0) return show(c, ctx, plan, again)
  const signs = await guardSubmission(ctx, {
    form: guardName(c),
    honeypot: sent[HONEYPOT] ?? '',
    opened: openedAt(guardName(c), sent[OPENED] ?? ''),
    leastMs: 2_000,
  })
  // Who tries stolen cards by a program comes no further.
  if (signs.includes('honeypot') || signs.includes('forged')) return show(c, ctx, plan, { ...again, key: randomUUID() })
  return withEveryRight(ctx, 'checkout', all => subscribe(all, plan.id, { asked, key, returnPath: pathOf(c) }))
}

/** What was sent is checked and stored; then, outside of every transaction, the gateway is asked for its page. */
async function send(c: WebContext): Promise<Response> {
  const text = await c.req.text()
  if (text.length > MOST) return publicError(c, 'invalid')
  const sent = Object.fromEntries(new URLSearchParams(text.replaceAll('%00', '')))
  try {
    let begun: { clientId: string; paymentId: string } | undefined
    const answer = await atPlan(c, async (ctx, plan) => {
      const paymentId = await start(c, ctx, plan, sent)
      if (paymentId instanceof Response) return paymentId
      begun = { clientId: plan.clientId, paymentId }
      return c.body(null, 204)
    })
    return begun ? await toCheckout(c, begun) : answer
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'TOO_MANY_REQUESTS')
      return publicError(c, 'tooMany', { title: 'Please try again later', text: error.message })
    if (error.code === 'UNAVAILABLE') return publicError(c, 'unavailable')
    const again = { key: sent.key ?? '', typed: kept(sent), problems: {}, problem: error.message }
    return atPlan(c, (ctx, plan) => show(c, ctx, plan, again))
  }
}

const txOf =
  (c: WebContext, clientId: string): OuterCtx['tx'] =>
  work =>
    asActor(clientId, { type: 'visitor' }, c.get('caller').requestId, work, everyRight('checkout'))

async function toCheckout(c: WebContext, { clientId, paymentId }: { clientId: string; paymentId: string }) {
  const { requestId } = c.get('caller')
  const tx = txOf(c, clientId)
  const client = await tx(async ctx => ctx.client)
  return c.redirect(
    await checkoutUrl({ client, actor: { type: 'visitor' }, rights: [], requestId, tx }, paymentId),
    303,
  )
}

const ownPath = (c: WebContext) => `/my/${encodeURIComponent(churchSlug(c))}/subscriptions`

/** The person signed in, or the child they act for; their id goes with every call, and limits it to their own. */
const subscriberOf = (c: WebContext) =>
  asSignedIn(c, async ({ ctx }) => ({ clientId: ctx.client.id, personId: portalActor(ctx).forId }))

async function ownPage(c: WebContext): Promise<Response> {
  const subscriber = await subscriberOf(c)
  if (!subscriber) return toPortal(c)
  const { clientId, personId } = subscriber
  const subscriptions = await txOf(c, clientId)(ctx => ofPerson(ctx, personId))
  const problem = (c.req.query('problem') ?? '').slice(0, 200)
  return portalPage(
    c,
    'Subscriptions',
    async ({ ctx }) => ownSubscriptions({ path: ownPath(c), locale: ctx.client.locale, subscriptions, problem }),
    { styles: ['/give.css'] },
  )
}

/** Runs `work` for the subscription that a form of theirs names; what can't be done is said on the page. */
async function withOwn(
  c: WebContext,
  work: (own: { id: string; personId: string; clientId: string }) => Promise<Response>,
): Promise<Response> {
  if (!isSameOrigin(c)) return publicError(c, 'invalid', { status: 403 })
  const sent: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  const subscriber = await subscriberOf(c)
  const id = typeof sent.id === 'string' && UUID.test(sent.id) ? sent.id : null
  if (!subscriber || !id) return toPortal(c)
  try {
    return await work({ id, ...subscriber })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return toPortal(c, `subscriptions?problem=${encodeURIComponent(error.message)}`)
  }
}

const change = (c: WebContext) =>
  withOwn(c, async ({ id, personId, clientId }) => {
    await txOf(c, clientId)(ctx => cancel(ctx, { id }, { personId, by: 'subscriber' }))
    return toPortal(c, 'subscriptions')
  })

const card = (c: WebContext) =>
  withOwn(c, async ({ id, personId, clientId }) => {
    const paymentId = await txOf(c, clientId)(ctx => payWithOtherCard(ctx, { id, personId, returnPath: ownPath(c) }))
    return toCheckout(c, { clientId, paymentId })
  })

export const subscriptionRoutes: RawRoute[] = [
  raw('GET', '/plans/:token', 'anonymous', c => atPlan(c, (ctx, plan) => show(c, ctx, plan))),
  raw('POST', '/plans/:token', 'anonymous', send),
  raw('GET', '/my/:church/subscriptions', 'person', ownPage),
  raw('POST', '/my/:church/subscriptions', 'person', change),
  raw('POST', '/my/:church/subscriptions/card', 'person', card),
]
