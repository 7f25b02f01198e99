import { randomUUID } from 'node:crypto'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { formatMoney } from '#kernel/money.ts'
import { everyRight } from '#kernel/rights.ts'
import { asActor, asPlatform, asVisitor } from '#kernel/run.ts'
import { checkoutUrl } from '#payments/service/start.ts'
import { guardSubmission, openedAt, openedNow } from '#public-page/guard/service.ts'
import { HONEYPOT, OPENED } from '#public-page/rules/guard.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { readGivingForm, type Typed } from '../rules/giving-form.ts'
import { closedGiving, type GivingForm, type GivingPage, givingPage, outcomePage } from '../rules/giving-pages.ts'
import { accountAt, begin, campaignAt, offerOf, outcomeOf, raisedBy } from './service.ts'

const styles = ['/give.css']
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const methodNames = {
  ...{ card: 'Card', wallet: 'Apple Pay or Google Pay', paypal: 'PayPal', ach: 'Bank debit (US bank account)' },
}

interface At {
  clientId: string
  page: GivingPage
  reason: string | null
  fee: { basisPoints: number; fixed: number }
  campaign: Awaited<ReturnType<typeof campaignAt>>
  church: Awaited<ReturnType<typeof churchOf>>
}

/** The page of the address, in the visitor's transaction. */
async function atPage(c: WebContext, work: (ctx: Ctx, at: At) => Promise<Response>): Promise<Response> {
  const slug = c.req.param('church') ?? ''
  const clientId = await asPlatform('giving', db => accountAt(db, slug))
  if (!clientId) return publicError(c, 'notFound')
  return asVisitor(c.get('caller'), clientId, async ctx => {
    const name = c.req.param('slug')
    const campaign = name ? await campaignAt(ctx, name) : undefined
    const church = await churchOf(ctx)
    if (name && !campaign) return publicError(c, 'notFound', { church })
    const { offer, reason, fee, sandbox } = await offerOf(ctx, campaign)
    const money = (amount: number) => formatMoney({ amount, currency: offer.currency }, ctx.client.locale)
    const page: GivingPage = {
      ...offer,
      church: church?.name ?? 'our church',
      title: campaign?.name ?? `Giving at ${church?.name ?? 'our church'}`,
      ...{ description: campaign?.description ?? '', image: campaign?.imageUrl ?? '', locale: ctx.client.locale },
      path: `/give/${slug}${name ? `/${name}` : ''}`,
      feeText: `${fee.basisPoints / 100}% + ${money(fee.fixed)}`,
      goal: campaign ? await goalOf(ctx, campaign) : null,
      ...{ sandbox, methodNames, embedded: c.req.query('embed') === '1' },
    }
    return work(ctx, { clientId, page, reason, fee, campaign, church })
  })
}

/** Sums alone, and of public campaigns only: a visitor sees no gift. */
async function goalOf(ctx: Ctx, campaign: NonNullable<At['campaign']>): Promise<GivingPage['goal']> {
  const { raised, donors } = await raisedBy(ctx, campaign.id)
  return { raised, goal: campaign.goal, donors: campaign.showDonors ? donors : 0 }
}

function show(c: WebContext, { page, church }: At, body: Parameters<typeof publicPage>[1]['body'], status = 200) {
  return publicPage(c, {
    ...{ title: page.title, description: page.description, church, body, styles, status },
    indexed: status === 200 && !page.embedded,
    ...(page.embedded && { framedBy: '*', header: 'none' as const, data: { embedded: '' } }),
  })
}

const guardName = ({ page }: At) => `give ${page.path}`
const fresh = (at: At): GivingForm => ({ opened: openedNow(guardName(at)), key: randomUUID(), typed: {}, problems: {} })

const page = (c: WebContext) =>
  atPage(c, async (ctx, at) => {
    const paymentId = c.req.query('payment')
    const outcome = paymentId && UUID.test(paymentId) ? await outcomeOf(ctx, paymentId) : undefined
    if (outcome) return show(c, at, outcomePage(at.page, outcome))
    if (at.reason) return show(c, at, closedGiving(at.page, at.reason))
    return show(c, at, givingPage(at.page, fresh(at)))
  })

const MOST = 20_000

/** What was sent, checked and stored; then the giver goes to the gateway's page. */
async function send(c: WebContext): Promise<Response> {
  const text = await c.req.text()
  if (text.length > MOST) return publicError(c, 'invalid')
  const sent: Typed = Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [name, value.replaceAll('\0', '')]),
  )
  try {
    let begun: { clientId: string; paymentId: string } | undefined
    const answer = await atPage(c, async (ctx, at) => {
      if (at.reason) return show(c, at, closedGiving(at.page, at.reason))
      const { request, problems } = readGivingForm(sent, at.page)
      const key = UUID.test(sent.key ?? '') ? sent.key! : randomUUID()
      const form = { opened: sent[OPENED] ?? '', key, typed: sent, problems }
      if (Object.keys(problems).length > 0) return show(c, at, givingPage(at.page, form), 422)
      const signs = await guardSubmission(ctx, {
        ...{ form: guardName(at), honeypot: sent[HONEYPOT] ?? '', opened: openedAt(guardName(at), sent[OPENED] ?? '') },
        ...{ leastMs: 2_000, refused: { mine: 20, all: 2_000 } },
      })
      // A program is shown the page again: who tries stolen cards comes no further.
      if (signs.includes('honeypot') || signs.includes('forged'))
        return show(c, at, givingPage(at.page, fresh(at)), 422)
      const { fee, campaign } = at
      const { currency, path, title: description } = at.page
      const paymentId = await begin(ctx, { request, campaign, fee, currency, key, path, description })
      begun = { clientId: at.clientId, paymentId }
      return c.body(null, 204)
    })
    return begun ? await toCheckout(c, begun) : answer
  } catch (error) {
    if (error instanceof Failure && error.code === 'TOO_MANY_REQUESTS') return publicError(c, 'tooMany')
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
