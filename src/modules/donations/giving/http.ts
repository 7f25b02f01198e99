import { randomUUID } from 'node:crypto'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { formatMoney } from '#kernel/money.ts'
import { everyRight, withEveryRight } from '#kernel/rights.ts'
import { asActor, asPlatform, asVisitor } from '#kernel/run.ts'
import { checkoutUrl } from '#payments/service/start.ts'
import { clientOfSlug } from '#public-page/church/service.ts'
import { guardSubmission, openedAt, openedNow } from '#public-page/guard/service.ts'
import { HONEYPOT, OPENED } from '#public-page/rules/guard.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { publishedCampaign } from '../published/service.ts'
import { readGivingForm, type Typed } from '../rules/giving-form.ts'
import { closedGiving, type GivingForm, type GivingPage, givingPage, outcomePage } from '../rules/giving-pages.ts'
import { findTextGift } from '../text-to-give/service/links.ts'
import { readGiftOutcome } from './service/outcome.ts'
import { campaignBySlug, readGivingOffer, startGift } from './service.ts'

const styles = ['/give.css']
const scripts = ['/give.js']
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const methodNames = {
  card: 'Card',
  wallet: 'Apple Pay or Google Pay',
  paypal: 'PayPal',
  ach: 'Bank debit (US bank account)',
}

interface At {
  clientId: string
  page: GivingPage
  reason: string | null
  fee: { basisPoints: number; fixed: number }
  campaign: Awaited<ReturnType<typeof campaignBySlug>>
  church: Awaited<ReturnType<typeof churchOf>>
  textId: string | undefined
}

/** The page of the address, in the visitor's transaction. */
async function atPage(
  c: WebContext,
  work: (ctx: Ctx, at: At) => Promise<Response>,
  textToken = c.req.query('text'),
): Promise<Response> {
  const slug = c.req.param('church') ?? ''
  const clientId = await asPlatform('giving', db => clientOfSlug(db, slug))
  if (!clientId) return publicError(c, 'notFound')
  return asVisitor(c.get('caller'), clientId, async ctx => {
    const name = c.req.param('slug')
    const campaign = name ? await campaignBySlug(ctx, name) : undefined
    const church = await churchOf(ctx)
    if (name && !campaign) return publicError(c, 'notFound', { church })
    const { offer, reason, fee, sandbox } = await readGivingOffer(ctx, campaign)
    const text = textToken ? await withEveryRight(ctx, 'checkout', all => findTextGift(all, textToken)) : undefined
    const money = (amount: number) => formatMoney({ amount, currency: offer.currency }, ctx.client.locale)
    const page: GivingPage = {
      ...offer,
      church: church?.name ?? 'our church',
      title: campaign?.name ?? `Giving at ${church?.name ?? 'our church'}`,
      description: campaign?.description ?? '',
      image: campaign?.imageUrl ?? '',
      path: `/give/${slug}${name ? `/${name}` : ''}`,
      fee,
      feeText: `${fee.basisPoints / 100}% + ${money(fee.fixed)}`,
      goal: campaign ? await goalOf(ctx, campaign) : null,
      sandbox,
      methodNames,
      embedded: c.req.query('embed') === '1',
      kiosk: c.req.query('kiosk') === '1',
      texting: text?.number ?? null,
    }
    return work(ctx, { clientId, page, reason, fee, campaign, church, textId: text?.id })
  })
}

/** What is published, and of public campaigns only: a visitor sees no gift. */
async function goalOf(ctx: Ctx, campaign: NonNullable<At['campaign']>): Promise<GivingPage['goal']> {
  const { raised = null, donors = 0 } = (await publishedCampaign(ctx, campaign.id)) ?? {}
  return { raised, goal: campaign.goal, donors: campaign.showDonors ? donors : 0 }
}

function show(c: WebContext, { page, church }: At, body: Parameters<typeof publicPage>[1]['body'], status = 200) {
  return publicPage(c, {
    title: page.title,
    description: page.description,
    church,
    body,
    styles,
    scripts,
    status,
    indexed: status === 200 && !page.embedded && !page.kiosk,
    // The gateway's page, to which a sent form leads: browsers ask this policy for it.
    formTargets: ['https:'],
    ...(page.kiosk && { header: 'none' as const, data: { kiosk: '' } }),
    ...(page.embedded && { framedBy: '*', header: 'none' as const, data: { embedded: '' } }),
  })
}

const guardName = ({ page }: At) => `give ${page.path}`
const fresh = (at: At, typed: Typed = {}): GivingForm => ({
  opened: openedNow(guardName(at)),
  key: randomUUID(),
  typed,
  problems: {},
})

const AMOUNT = /^[\d.]{1,12}$/

/** What a link fills in: an amount, a fund by its keyword or a part for each, and the text that it was sent for. */
function filledIn(c: WebContext, { page }: At): Typed {
  const query = c.req.query()
  const { amount = '', fund = '', text = '', every = '', cover = '' } = query
  const chosen = page.funds.find(({ code }) => code === fund.toLowerCase())
  const parts = page.funds.map(({ id }) => `fund_${id}`).filter(name => AMOUNT.test(query[name] ?? ''))
  return {
    ...Object.fromEntries(parts.map(name => [name, query[name]!])),
    ...(AMOUNT.test(amount) && { other: amount }),
    ...(cover === 'yes' && { cover }),
    ...(chosen && { fund: chosen.id }),
    ...(every && { every }),
    ...(page.texting && { text, phone: page.texting, keep: 'yes' }),
  }
}

const page = (c: WebContext) =>
  atPage(c, async (ctx, at) => {
    const paymentId = c.req.query('payment')
    const outcome =
      paymentId && UUID.test(paymentId)
        ? await withEveryRight(ctx, 'checkout', all => readGiftOutcome(all, paymentId, at.page.path))
        : undefined
    if (outcome) return outcomeOn(c, at, outcome)
    if (at.reason) return show(c, at, closedGiving(at.page, at.reason))
    return show(c, at, givingPage(at.page, fresh(at, filledIn(c, at))))
  })

const KIOSK_SECONDS = 20

/** At a kiosk the next giver finds an empty page. */
async function outcomeOn(c: WebContext, at: At, outcome: Parameters<typeof outcomePage>[1]): Promise<Response> {
  const page = await show(c, at, outcomePage(at.page, outcome))
  if (at.page.kiosk) page.headers.set('refresh', `${KIOSK_SECONDS}; url=${at.page.path}?kiosk=1`)
  return page
}

const MOST = 20_000

/** @returns the payment, or the page again with what is wrong */
async function start(c: WebContext, ctx: Ctx, at: At, sent: Typed): Promise<string | Response> {
  const { request, problems } = readGivingForm(sent, at.page)
  const key = UUID.test(sent.key ?? '') ? sent.key! : randomUUID()
  const form = { opened: sent[OPENED] ?? '', key, typed: sent, problems, sureOf: request.amount }
  if (Object.keys(problems).length > 0) return show(c, at, givingPage(at.page, form), 422)
  const signs = await guardSubmission(ctx, {
    form: guardName(at),
    honeypot: sent[HONEYPOT] ?? '',
    opened: openedAt(guardName(at), sent[OPENED] ?? ''),
    leastMs: 2_000,
  })
  // A program is shown the page again: who tries stolen cards comes no further.
  if (signs.includes('honeypot') || signs.includes('forged')) return show(c, at, givingPage(at.page, fresh(at)), 422)
  const { fee, campaign } = at
  const { currency, title: description, kiosk } = at.page
  const path = `${at.page.path}${kiosk ? '?kiosk=1' : ''}`
  const text = at.textId ? { id: at.textId, keepsCard: sent.keep === 'yes' } : undefined
  return startGift(ctx, { request, campaign, fee, currency, key, path, description, ...(text && { text }) })
}

/** What was sent, checked and stored; then the giver goes to the gateway's page. */
async function send(c: WebContext): Promise<Response> {
  const text = await c.req.text()
  if (text.length > MOST) return publicError(c, 'invalid')
  const sent: Typed = Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [name, value.replaceAll('\0', '')]),
  )
  try {
    let begun: { clientId: string; paymentId: string } | undefined
    const answer = await atPage(
      c,
      async (ctx, at) => {
        if (at.reason) return show(c, at, closedGiving(at.page, at.reason))
        const paymentId = await start(c, ctx, at, sent)
        if (paymentId instanceof Response) return paymentId
        begun = { clientId: at.clientId, paymentId }
        return c.body(null, 204)
      },
      sent.text,
    )
    return begun ? await toCheckout(c, begun) : answer
  } catch (error) {
    if (error instanceof Failure && error.code === 'TOO_MANY_REQUESTS')
      return publicError(c, 'tooMany', { title: 'Please try again later', text: error.message })
    if (error instanceof Failure && error.code === 'UNAVAILABLE') return publicError(c, 'unavailable')
    throw error
  }
}

/** Outside of every transaction: the gateway is asked for its page. */
async function toCheckout(c: WebContext, { clientId, paymentId }: { clientId: string; paymentId: string }) {
  const { requestId } = c.get('caller')
  const tx: OuterCtx['tx'] = work => asActor(clientId, { type: 'visitor' }, requestId, work, everyRight('checkout'))
  const client = await tx(async ctx => ctx.client)
  const url = await checkoutUrl({ client, actor: { type: 'visitor' }, rights: [], requestId, tx }, paymentId)
  return c.redirect(url, 303)
}

export const givingRoutes: RawRoute[] = [
  raw('GET', '/give/:church', 'anonymous', page),
  raw('POST', '/give/:church', 'anonymous', send),
  raw('GET', '/give/:church/:slug', 'anonymous', page),
  raw('POST', '/give/:church/:slug', 'anonymous', send),
]
