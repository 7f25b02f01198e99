import { html } from 'hono/html'
import { env } from '#kernel/env.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { formatMoney } from '#kernel/money.ts'
import { Declined, Unknown } from '../rules/errors.ts'
import { cardChoice, dateText, problemLine, sandboxPage } from './page/service.ts'
import { checkoutPage, completeCheckout, invoicePage, moveClock, portalPage, usePortal } from './pages/service.ts'
import { cards, isCard } from './rules.ts'

const DAY = 86_400_000
const money = (amount: number, currency: string) => formatMoney({ amount, currency })
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Only where the sandbox is what takes payments; elsewhere there are no such pages. */
const page = (
  method: 'GET' | 'POST',
  path: string,
  answer: (c: WebContext, id: string) => Promise<Response>,
): RawRoute =>
  raw(method, `/sandbox/${path}/:id`, 'anonymous', async c => {
    c.header('Content-Security-Policy', POLICY)
    c.header('Cache-Control', 'no-store')
    try {
      if (env.stripeSecretKey) throw new Unknown(path)
      return await answer(c, c.req.param('id') ?? '')
    } catch (error) {
      if (!(error instanceof Unknown)) throw error
      return c.html(
        sandboxPage('Not here', html`<h1>Page not found</h1><p>This page has expired or does not exist.</p>`),
        404,
      )
    }
  })

const field = async (c: WebContext, name: string) => String((await c.req.parseBody())[name] ?? '')

async function showCheckout(c: WebContext, id: string, problem = '', card = '4242') {
  const { product, price, email, trialEnd, cancelUrl, status, successUrl } = await checkoutPage(id)
  if (status === 'complete') return c.redirect(successUrl, 303)
  const amount = money(price.unitAmount, price.currency)
  const body =
    status === 'expired'
      ? html`<h1>This page has expired</h1><p>A newer page was opened. <a href="${cancelUrl}">Go back and choose again</a></p>`
      : html`<h1>Subscribe to ${product.name}</h1>
<p class="amount">${amount} a ${price.interval}</p>
<p class="soft">For ${email}. ${
          trialEnd
            ? `The trial ends on ${dateText(trialEnd)}. The first ${amount} is charged then, unless you cancel before.`
            : `${amount} is charged now.`
        }</p>
<section><form method="post">${cardChoice(cards, card)}${problemLine(problem)}
<button class="primary">${trialEnd ? 'Keep this card and subscribe' : `Pay ${amount} and subscribe`}</button></form></section>
<p><a href="${cancelUrl}">Back without subscribing</a></p>`
  return c.html(sandboxPage('Checkout', body), problem ? 402 : 200)
}

async function pay(c: WebContext, id: string) {
  const card = await field(c, 'card')
  if (!isCard(card)) return showCheckout(c, id, 'Please choose a card.')
  try {
    return c.redirect(await completeCheckout(id, card), 303)
  } catch (error) {
    if (error instanceof Declined) return showCheckout(c, id, error.message, card)
    throw error
  }
}

type View = Awaited<ReturnType<typeof portalPage>>

const stateText = ({ subscription, customer, now }: View): string => {
  if (!subscription) return 'There is no subscription yet.'
  const { status, cancelAtPeriodEnd, periodEnd, trialEnd } = subscription.data
  const day = dateText(periodEnd)
  if (status === 'canceled') return 'The subscription has ended.'
  if (status === 'paused') return 'The trial has ended. The subscription is paused until you add a card.'
  if (cancelAtPeriodEnd) return `Canceled. It stays active until ${day}.`
  if (status === 'past_due') return 'The last payment failed. Please save another card, or pay the open invoice.'
  if (status === 'trialing' && (trialEnd ?? 0) > now)
    return `In trial until ${day}. ${customer.data.card ? 'The first payment is due then.' : 'Without a card, it is paused then.'}`
  return `Active. It renews on ${day}.`
}

const act = (action: string, which: string, label: string) =>
  html`<form class="inline" method="post"><input type="hidden" name="action" value="${action}"><input type="hidden" name="which" value="${which}"><button>${label}</button></form>`

const planSection = (view: View) => {
  const { subscription, current, offers } = view
  if (!subscription || !current) return html`<section><h2>Plan</h2><p>${stateText(view)}</p></section>`
  const { cancelAtPeriodEnd, status, nextPrice } = subscription.data
  const next = offers.find(one => one.id === nextPrice)
  const ended = status === 'canceled'
  return html`<section><h2>${current.product?.name}</h2>
<p class="amount">${money(current.data.unitAmount, current.data.currency)} a ${current.data.interval}</p><p>${stateText(view)}</p>
${next ? html`<p class="note">From the next period: ${next.product?.name}, ${money(next.data.unitAmount, next.data.currency)} a ${next.data.interval}. ${act('keep', '', 'Keep the current plan')}</p>` : ''}
${ended ? '' : cancelAtPeriodEnd ? act('reactivate', '', 'Reactivate') : act('cancel', '', 'Cancel subscription')}</section>`
}

const offerSection = ({ subscription, offers }: View) =>
  !subscription || subscription.data.status === 'canceled'
    ? ''
    : html`<section><h2>Change plan</h2>${offers.map(
        ({ id, data, product, later, costsNow }) =>
          html`<div class="row"><span>${product?.name}, ${money(data.unitAmount, data.currency)} a ${data.interval}<br><span class="soft">${
            later
              ? 'from the next period'
              : costsNow
                ? `${money(costsNow, data.currency)} now`
                : 'immediately, nothing to pay now'
          }</span></span>${act('change', id, 'Choose')}</div>`,
      )}</section>`

const cardSection = ({ customer }: View, problem: string) => html`<section><h2>Payment method</h2>
<p>${customer.data.card ? cards[customer.data.card] : 'No card yet.'}</p>${problemLine(problem)}
<form method="post"><input type="hidden" name="action" value="card">${cardChoice(cards, customer.data.card ?? '4242')}<button>Save card</button></form></section>`

const invoiceSection = ({ invoices }: View) =>
  html`<section><h2>Invoices</h2>${invoices.length === 0 ? html`<p class="soft">None yet.</p>` : ''}${invoices.map(
    ({ id, data }) =>
      html`<div class="row"><span><a href="/sandbox/invoice/${id}">${data.number}</a> <span class="soft">${dateText(data.issuedAt)}</span><br>${money(data.amountDue, data.currency)} · ${data.status}${data.amountRefunded ? ` · ${money(data.amountRefunded, data.currency)} refunded` : ''}</span>${data.status === 'open' ? act('pay', id, 'Pay now') : ''}</div>`,
  )}</section>`

const clockSection = ({ now, next }: View) => html`<section><h2>Test clock</h2>
<p>For this customer it is ${dateText(now)}. Moving the clock forward runs everything that becomes due: the end of a trial, renewals and payment retries.</p>
<p>${next ? act('clock', 'next', `To the next event, ${dateText(next)}`) : ''} ${act('clock', '3', '3 days forward')} ${act('clock', '30', '30 days forward')}</p></section>`

async function showPortal(c: WebContext, id: string, problem = '') {
  const view = await portalPage(id)
  const body = html`<h1>Your subscription</h1><p class="soft">${view.customer.data.name}, ${view.customer.data.email}</p>
${planSection(view)}${cardSection(view, problem)}${offerSection(view)}${invoiceSection(view)}${clockSection(view)}
<p><a href="${view.returnUrl}">Back to Lampstand</a></p>`
  return c.html(sandboxPage('Billing portal', body), problem ? 402 : 200)
}

async function changePortal(c: WebContext, id: string) {
  const [action, which, card] = [await field(c, 'action'), await field(c, 'which'), await field(c, 'card')]
  if (action === 'clock') {
    const { customer, now, next } = await portalPage(id)
    const days = Number(which)
    const to = which === 'next' ? next : Number.isInteger(days) && days > 0 && days <= 366 ? now + days * DAY : null
    if (to) await moveClock(customer.id, to)
    return c.redirect(`/sandbox/portal/${id}`, 303)
  }
  if (action === 'card' && !isCard(card)) return showPortal(c, id, 'Please choose a card.')
  const problem = await usePortal(id, action, action === 'card' ? card : which)
  return problem ? showPortal(c, id, problem) : c.redirect(`/sandbox/portal/${id}`, 303)
}

async function showInvoice(c: WebContext, id: string) {
  const { number, status, amountDue, currency, issuedAt, periodStart, periodEnd, customer, product, amountRefunded } =
    await invoicePage(id)
  const body = html`<h1>Invoice ${number}</h1><section><p>${customer.name}<br>${customer.email}</p>
<div class="row"><span>${product}, ${dateText(periodStart)} to ${dateText(periodEnd)}</span><span class="amount">${money(amountDue, currency)}</span></div>
<p>Issued ${dateText(issuedAt)} · ${status}${amountRefunded ? ` · ${money(amountRefunded, currency)} refunded` : ''}</p></section>`
  return c.html(sandboxPage(`Invoice ${number}`, body))
}

export const stripeSandboxRoutes: RawRoute[] = [
  page('GET', 'checkout', showCheckout),
  page('POST', 'checkout', pay),
  page('GET', 'portal', showPortal),
  page('POST', 'portal', changePortal),
  page('GET', 'invoice', showInvoice),
]
