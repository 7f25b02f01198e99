import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { networkOf } from '#kernel/network.ts'
import { everyRight } from '#kernel/rights.ts'
import { asActor, asPlatform } from '#kernel/run.ts'
import { checkoutUrl } from '#payments/service/start.ts'
import { throttle } from '#public-page/rules/throttle.ts'
import { publicError, publicPage } from '#public-page/service.ts'
import { ownSite } from '#web-domains/service.ts'
import { languageFor } from '../rules/languages.ts'
import { viewed } from '../rules/page.ts'
import { sayIn } from '../rules/page-words.ts'
import { payPage } from '../rules/pay-page.ts'
import { formAt, type PublicForm } from '../service/public.ts'
import { type Bought, boughtAt, followPayment, startPaying } from './service.ts'

/** Tokens can't be guessed; this keeps those who try from costing much. */
/** Addresses without a form, from one network: families who register at church share one. */
const mayGuess = throttle({ most: 120, ms: minutes(1) })

interface At {
  form: PublicForm
  path: string
  tx: OuterCtx['tx']
}

async function atForm(c: WebContext, work: (at: At) => Promise<Response>): Promise<Response> {
  const { ip, requestId } = c.get('caller')
  const form = await asPlatform('form', db => formAt(db, c.req.param('slug') ?? ''))
  const site = ownSite(c)
  if (!form || (site && site.clientId !== form.clientId))
    return publicError(c, mayGuess(networkOf(ip), clock.ms()) ? 'notFound' : 'tooMany')
  const path = `/f/${form.slug}/pay/${encodeURIComponent(c.req.param('token') ?? '')}`
  const tx: OuterCtx['tx'] = run => asActor(form.clientId, { type: 'visitor' }, requestId, run, everyRight('checkout'))
  return work({ form, path, tx })
}

const boughtIn =
  (c: WebContext, { form }: At) =>
  (ctx: Ctx) =>
    boughtAt(ctx, form.slug, c.req.param('token') ?? '')

const gone = (c: WebContext, { form: { church } }: At) =>
  publicError(c, 'notFound', {
    title: 'This link has ended',
    church,
    text: 'Please fill out the form again, or ask the church for a new link.',
  })

function show(c: WebContext, at: At, { submission, definition, sale }: Bought, problem = ''): Promise<Response> {
  const language = languageFor(definition, submission.language)
  const body = payPage({
    path: at.path,
    title: definition.title,
    language,
    say: sayIn(language),
    problem,
    thanks: { title: definition.thanksTitle, text: definition.thanksText },
    currency: sale.currency,
    lines: sale.lines,
    taxes: sale.taxes,
    total: sale.total,
    state: sale.state,
    canceled: c.req.query('canceled') === '1',
  })
  const { church } = at.form
  // The gateway's page, to which the button leads: browsers ask this policy for it.
  const policy = { formTargets: ['https:'], status: problem ? 409 : 200 }
  return publicPage(c, { ...viewed({ church, language }), title: definition.title, body, ...policy })
}

/** The sums before they are paid; afterward the thanks, or the step that follows. */
const look = (c: WebContext) =>
  atForm(c, async at => {
    const isBack = c.req.query('payment') !== undefined
    const bought = await at.tx(async ctx => {
      const found = await boughtIn(c, at)(ctx)
      // The payment is paid already; the job that follows it may come later than the payer.
      if (!found || !isBack) return found
      await followPayment(ctx, { module: 'forms', refId: found.sale.refId })
      return boughtIn(c, at)(ctx)
    })
    if (!bought) return gone(c, at)
    const next = bought.submission.nextUrl || bought.definition.redirect
    const isPaid = bought.sale.state === 'paid'
    return isPaid && next && isBack ? c.redirect(next, 303) : show(c, at, bought)
  })

/** The payment is stored; then, outside of every transaction, the gateway is asked for its page. */
const pay = (c: WebContext) =>
  atForm(c, async at => {
    const { requestId } = c.get('caller')
    try {
      const started = await at.tx(async ctx => {
        const bought = await boughtIn(c, at)(ctx)
        return bought && { client: ctx.client, paymentId: await startPaying(ctx, bought, at.path) }
      })
      if (!started) return gone(c, at)
      const outer: OuterCtx = { client: started.client, actor: { type: 'visitor' }, rights: [], requestId, tx: at.tx }
      return c.redirect(await checkoutUrl(outer, started.paymentId), 303)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const bought = await at.tx(boughtIn(c, at))
      return bought ? show(c, at, bought, bought.submission.state === 'unpaid' ? error.message : '') : gone(c, at)
    }
  })

export const payRoutes: RawRoute[] = [
  raw('GET', '/f/:slug/pay/:token', 'anonymous', look),
  raw('POST', '/f/:slug/pay/:token', 'anonymous', pay),
]
