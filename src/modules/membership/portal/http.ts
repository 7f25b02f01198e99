import { randomUUID } from 'node:crypto'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { isSameOrigin, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { parseMoney } from '#kernel/money.ts'
import { everyRight } from '#kernel/rights.ts'
import { asActor, asVisitor } from '#kernel/run.ts'
import { LEARN_STYLES } from '#learning/rules/assets.ts'
import { coursePage } from '#learning/rules/course-page.ts'
import { coursesOfPerson } from '#learning/service/state.ts'
import { courseView } from '#learning/service/views.ts'
import { checkoutUrl } from '#payments/service/start.ts'
import { nextPath, portalPath } from '#portal/rules/pages.ts'
import { portalActor } from '#portal/service/church.ts'
import { accountOf, asSignedIn, churchSlug, portalPage, toPortal } from '#portal/service/pages.ts'
import { switchPerson } from '#portal/service/people.ts'
import { openedNow } from '#public-page/guard/service.ts'
import { publicError } from '#public-page/service.ts'
import { lessonRoutes } from '../lessons/http.ts'
import { readOfferRow } from '../offers/service.ts'
import { isPaid } from '../rules/offers.ts'
import {
  newcomerMarkup,
  type OfferForm,
  offersMarkup,
  ownCourses,
  personMarkup,
  sitePage,
  sitePath,
} from '../rules/pages.ts'
import { acceptFreeOffer, MODULE, onOrderPaymentChanged, startOrder } from '../service/orders.ts'
import { sendSignUpLink } from './service/sign-up.ts'
import { answerAtChurch, answerPage, answerRefusal, readVisit, type Visit } from './service/visit.ts'
import { findSiteCourse, listCourseOffers, listOwnCourses, readShownSite } from './service.ts'

const text = (value: unknown, most = 500) =>
  typeof value === 'string' ? value.replaceAll('\0', '').slice(0, most) : ''
const siteOf = (c: WebContext) => c.req.param('site') ?? ''

const messages: Record<string, string> = {
  joined: 'Welcome! Your courses are open.',
  paid: 'Thank you. Your payment has arrived, and your courses are open.',
  pending: 'Thank you. Your payment is being processed. Your courses open once it has arrived.',
  canceled: 'The payment was canceled, and nothing was charged.',
}
const messageOf = (c: WebContext) => messages[c.req.query('done') ?? ''] ?? ''

/** What was sent and refused. */
interface Sent {
  typed: Record<string, string>
  problems: Record<string, string>
  offerId?: string
}

const offerForm = (action: string, sent?: Sent): OfferForm => ({
  action,
  key: randomUUID(),
  problems: sent?.problems ?? {},
  offerId: sent?.offerId ?? '',
  typed: sent?.typed ?? {},
})

/** A sign-up for visitors, with the way back to this page. */
function newcomer(c: WebContext, { church }: Visit, path: string, sent?: Sent) {
  return newcomerMarkup({
    action: path,
    opened: openedNow('membership'),
    typed: sent?.typed ?? {},
    problems: sent?.problems ?? {},
    signIn: `${portalPath(church)}?next=${encodeURIComponent(path)}`,
    isSent: c.req.query('sent') !== undefined,
  })
}

/** How far the others of the family are, for a parent. */
async function familyOf(ctx: Ctx, { person }: Visit, ids: readonly string[]) {
  const others = person?.family.filter(({ id }) => id !== person.forId) ?? []
  return Promise.all(
    others.map(async ({ id, name }) => ({
      name,
      courses: (await coursesOfPerson(ctx, id, ids)).map(({ course, percent }) => ({ title: course.title, percent })),
    })),
  )
}

const site = (c: WebContext, sent?: Sent) =>
  answerAtChurch(c, async (ctx, visit) => {
    const path = sitePath(visit.church, siteOf(c))
    const { site, courses, offers } = await readShownSite(ctx, siteOf(c), visit.person?.forId ?? null)
    const body = sitePage({
      base: path,
      name: site.name,
      description: site.description,
      pictureId: site.pictureId,
      courses,
      offers: visit.person && offers.length > 0 ? offersMarkup(offers, offerForm(path, sent)) : '',
      newcomer: visit.person || site.state !== 'active' ? '' : newcomer(c, visit, path, sent),
      who: visit.person ? personMarkup(visit.church, visit.person, path) : '',
      family: await familyOf(
        ctx,
        visit,
        courses.map(({ id }) => id),
      ),
      message: messageOf(c),
    })
    const page = { title: site.name, description: site.description, body, formTargets: ['https:'] }
    return answerPage(c, ctx, { ...page, indexed: site.state === 'active', status: sent ? 422 : 200 })
  })

const course = (c: WebContext, sent?: Sent) =>
  answerAtChurch(c, async (ctx, visit) => {
    const { site, course } = await findSiteCourse(ctx, siteOf(c), c.req.param('course') ?? '')
    const personId = visit.person?.forId ?? null
    const view = await courseView(ctx, personId, course.id)
    // Visitors see what is published; people who were in it also read that it is closed for now.
    if (course.state !== 'published' && !view.isEnrolled) throw new Failure('NOT_FOUND')
    const base = sitePath(visit.church, site.slug, course.slug)
    const offers = view.access.isOpen ? [] : await listCourseOffers(ctx, site, course.id, personId)
    const way = personId ? offersMarkup(offers, offerForm(base, sent)) : newcomer(c, visit, base, sent)
    const page = { ...view, base, site: site.name, siteHref: sitePath(visit.church, site.slug), message: messageOf(c) }
    const who = visit.person ? personMarkup(visit.church, visit.person, base) : ''
    const { html } = await import('hono/html')
    const { locale, timeZone } = ctx.client
    const body = html`${who}${coursePage({ ...page, offers: view.access.isOpen ? '' : way }, { locale, timeZone })}`
    const around = { title: course.title, description: course.description, formTargets: ['https:'] }
    return answerPage(c, ctx, { ...around, body, indexed: site.state === 'active', status: sent ? 422 : 200 })
  })

/** Forms of these two pages: sign up, join, buy. */
async function send(c: WebContext, show: (c: WebContext, sent?: Sent) => Promise<Response>): Promise<Response> {
  if (!isSameOrigin(c)) return publicError(c, 'invalid', { status: 403 })
  const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  const visit = await readVisit(c)
  if (!visit) return publicError(c, 'notFound')
  const path = new URL(c.req.url).pathname
  const typed = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, text(value)]))
  try {
    if (form.act === 'sign-up') {
      await asVisitor(c.get('caller'), visit.clientId, ctx => sendSignUpLink(ctx, typed, nextPath(visit.church, path)))
      return c.redirect(`${path}?sent=1#join`, 303)
    }
    return await take(c, visit, { typed, path })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const problems = problemsOf(error)
    if (!problems) return answerRefusal(c, error)
    return show(c, { typed, problems, offerId: typed.offer ?? '' })
  }
}

/** A refusal by field; undefined for one that is about the whole page. */
function problemsOf({ code, data, message }: Failure): Record<string, string> | undefined {
  const { issues } = (data ?? {}) as { issues?: { path?: (string | number)[]; message: string }[] }
  if (issues) return Object.fromEntries(issues.map(one => [(one.path ?? []).join('.'), one.message]))
  return code === 'CONFLICT' || code === 'UNAVAILABLE' || code === 'BAD_REQUEST' ? { email: message } : undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Takes an offer: at once where it is free, else at the gateway’s page. */
async function take(c: WebContext, visit: Visit, { typed, path }: { typed: Record<string, string>; path: string }) {
  const { person, clientId } = visit
  if (!person) return c.redirect(`${portalPath(visit.church)}?next=${encodeURIComponent(path)}`, 303)
  const [offerId, key] = [typed.offer ?? '', typed.key ?? '']
  if (!UUID.test(offerId) || !UUID.test(key)) throw new Failure('NOT_FOUND')
  const { requestId } = c.get('caller')
  const tx: OuterCtx['tx'] = work => asActor(clientId, { type: 'visitor' }, requestId, work, everyRight('checkout'))
  const taken = await tx(async ctx => {
    const offer = await readOfferRow(ctx, offerId)
    if (!isPaid(offer.kind)) {
      await acceptFreeOffer(ctx, offerId, { personId: person.forId, code: typed.code ?? '' })
      return { client: ctx.client, paymentId: undefined }
    }
    const amount = typed.amount ? parseMoney(typed.amount, offer.currency) : null
    const paymentId = await startOrder(ctx, {
      offerId,
      key,
      amount,
      personId: person.forId,
      payerId: person.signedInId,
      returnPath: path,
    })
    return { client: ctx.client, paymentId }
  })
  if (!taken.paymentId) return c.redirect(`${path}?done=joined`, 303)
  const outer: OuterCtx = { client: taken.client, actor: { type: 'visitor' }, rights: [], requestId, tx }
  return c.redirect(await checkoutUrl(outer, taken.paymentId), 303)
}

/** Back from the gateway: what it said is read before the page, since the job that follows may come later. */
async function afterPayment(c: WebContext, show: (c: WebContext) => Promise<Response>): Promise<Response> {
  const paymentId = c.req.query('payment')
  if (!paymentId) return show(c)
  const visit = await readVisit(c)
  if (!visit) return publicError(c, 'notFound')
  const path = new URL(c.req.url).pathname
  if (c.req.query('canceled') === '1') return c.redirect(`${path}?done=canceled`, 303)
  const done = await asActor(
    visit.clientId,
    { type: 'visitor' },
    c.get('caller').requestId,
    ctx => outcomeOf(ctx, paymentId),
    everyRight('checkout'),
  )
  return c.redirect(done ? `${path}?done=${done}` : path, 303)
}

async function outcomeOf(ctx: Ctx, paymentId: string): Promise<'paid' | 'pending' | undefined> {
  if (!UUID.test(paymentId)) return
  const { paymentById } = await import('#payments/service/start.ts')
  const { onPaymentChanged: followPlan } = await import('#payments/subscriptions/service/payment-updates.ts')
  const payment = await paymentById(ctx, paymentId)
  if (payment.module === MODULE) await onOrderPaymentChanged(ctx, payment)
  else if (payment.module === 'subscriptions') await followPlan(ctx, { ...payment, paymentId })
  return payment.state === 'succeeded' ? 'paid' : payment.state === 'failed' ? undefined : 'pending'
}

/** Learns for another one of the family from now on. */
async function change(c: WebContext): Promise<Response> {
  if (!isSameOrigin(c)) return publicError(c, 'invalid', { status: 403 })
  const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  const back = nextPath(churchSlug(c), text(form.back)) || portalPath(churchSlug(c), 'courses')
  const done = await asSignedIn(c, async ({ ctx }) => {
    await switchPerson(ctx, { personId: text(form.person) })
    return true
  }).catch(error => {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return undefined
    throw error
  })
  return done ? c.redirect(back, 303) : toPortal(c)
}

/** The portal’s own list. */
async function own(c: WebContext): Promise<Response> {
  const personId = await asSignedIn(c, async ({ ctx }) => portalActor(ctx).forId)
  const clientId = personId && (await accountOf(c))
  if (!personId || !clientId) return toPortal(c)
  const list = await asVisitor(c.get('caller'), clientId, ctx => listOwnCourses(ctx, churchSlug(c), personId))
  return portalPage(c, 'Courses', async () => ownCourses(list) as never, { styles: [LEARN_STYLES] })
}

export const portalRoutes: RawRoute[] = [
  raw('GET', '/my/:church/courses', 'person', own),
  raw('POST', '/m/:church', 'person', change),
  ...lessonRoutes,
  raw('GET', '/m/:church/:site', 'anonymous', c => afterPayment(c, site)),
  raw('POST', '/m/:church/:site', 'anonymous', c => send(c, site)),
  raw('GET', '/m/:church/:site/:course', 'anonymous', c => afterPayment(c, course)),
  raw('POST', '/m/:church/:site/:course', 'anonymous', c => send(c, course)),
]
