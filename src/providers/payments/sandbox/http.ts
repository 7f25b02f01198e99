import { html, raw as markup } from 'hono/html'
import { env } from '#kernel/env.ts'
import { calledLocally, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { formatMoney } from '#kernel/money.ts'
import { problemLine, sandboxPage } from '#providers/stripe/sandbox/page/service.ts'
import { sandboxAllowed } from '../index.ts'
import { Declined, GatewayRefused } from '../rules/errors.ts'
import {
  decideDispute,
  openDispute,
  passDays,
  payOutNow,
  recentPayments,
  returnDebit,
  settleDebit,
  thrivecartOrder,
} from './acts/service.ts'
import { choose, NoPage, payPage } from './pages/service.ts'
import { isOutcome, labelOf, type OutcomeName, outcome, outcomes, ownerOf } from './rules.ts'

const HEADER = 'Payment sandbox. No money moves. It replaces the payment gateway until one is connected.'
const METHODS = { card: 'Card', wallet: 'Apple Pay or Google Pay', paypal: 'PayPal', ach: 'Bank debit' } as const

/** After paying, a form leads on to the page that asked for it, which may be on a church's own domain. */
const policy = (next: string[]) =>
  `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${next.join(' ')}; base-uri 'none'; frame-ancestors 'none'`
const originsOf = (...urls: string[]) => urls.filter(url => URL.canParse(url)).map(url => new URL(url).origin)

function show(c: WebContext, title: string, body: ReturnType<typeof html>, status: 200 | 400 | 402 | 404 = 200) {
  c.header('Cache-Control', 'no-store')
  if (!c.res.headers.get('Content-Security-Policy')) c.header('Content-Security-Policy', policy([]))
  return c.html(sandboxPage(title, body, HEADER), status)
}

const page = (
  method: 'GET' | 'POST',
  path: string,
  answer: (c: WebContext) => Promise<Response>,
  open: (c: WebContext) => boolean,
): RawRoute =>
  raw(method, path, 'anonymous', async c => {
    try {
      if (!sandboxAllowed() || !open(c)) throw new NoPage(path)
      return await answer(c)
    } catch (error) {
      if (!(error instanceof NoPage)) throw error
      const text = html`<h1>Page not found</h1><p>This page has expired or does not exist.</p>`
      return show(c, 'Not here', text, 404)
    }
  })

type Page = Awaited<ReturnType<typeof payPage>>

const choices = ({ choices: names }: Page, chosen: string) =>
  [...new Set(names.map(name => outcomes[name].kind))].map(
    kind =>
      html`<fieldset><legend>${METHODS[kind]}</legend>${names
        .filter(name => outcomes[name].kind === kind)
        .map(
          name =>
            html`<label><input type="radio" name="outcome" value="${name}" required ${name === chosen ? markup('checked') : ''}> <span>${labelOf(outcome(name))}<br><span class="soft">${outcome(name).text}</span></span></label>`,
        )}</fieldset>`,
  )

const heading = ({ mode, amount, currency, description, payer }: Page) =>
  mode === 'save'
    ? html`<h1>Save a payment method</h1><p class="soft">For ${payer.name || payer.email}. Nothing is charged now.</p>`
    : html`<h1>${description || 'Payment'}</h1><p class="amount">${formatMoney({ amount, currency })}</p><p class="soft">For ${payer.name || payer.email}.</p>`

async function showPage(c: WebContext, { problem = '', chosen = '', confirm = false } = {}) {
  const view = await payPage(c.req.param('id') ?? '')
  const { returnUrl, cancelUrl, status, mode, amount, currency } = view
  c.header('Content-Security-Policy', policy(originsOf(returnUrl, cancelUrl)))
  if (status === 'complete' || status === 'approved')
    return c.redirect(returnUrl.replace('{CHECKOUT_SESSION_ID}', c.req.param('id') ?? ''), 303)
  if (status === 'expired') {
    const over = html`<h1>This page has expired</h1><p>Nothing was charged. <a href="${cancelUrl}">Go back</a></p>`
    return show(c, 'Expired', over)
  }
  if (confirm) {
    const ask = html`<h1>Confirm with your bank</h1><p>${formatMoney({ amount, currency })}, ${labelOf(outcome(chosen as OutcomeName))}</p>
<section><form method="post"><input type="hidden" name="outcome" value="${chosen}"><p><button class="primary" name="confirmed" value="yes">Confirm</button></p>
<button name="confirmed" value="no">Refuse</button></form></section>`
    return show(c, 'Confirm', ask)
  }
  const label = mode === 'save' ? 'Save this method' : `Pay ${formatMoney({ amount, currency })}`
  const form = html`${heading(view)}${problemLine(problem)}<p class="note">Choose what should happen. No real card or bank has a part in this.</p>
<section><form method="post">${choices(view, chosen || view.choices[0] || '')}<button class="primary">${label}</button></form></section>
<p><a href="${cancelUrl}">Back without ${mode === 'save' ? 'saving' : 'paying'}</a></p>`
  return show(c, mode === 'save' ? 'Save a payment method' : 'Pay', form, problem ? 402 : 200)
}

const fields = async (c: WebContext) =>
  Object.fromEntries(Object.entries(await c.req.parseBody()).map(([name, value]) => [name, String(value)]))

async function answerPage(c: WebContext) {
  const { outcome: chosen, confirmed } = await fields(c)
  if (!isOutcome(chosen)) return showPage(c, { problem: 'Please choose one.' })
  try {
    const said = confirmed === 'yes' || confirmed === 'no' ? confirmed : null
    const answer = await choose(c.req.param('id') ?? '', chosen, said)
    if ('confirm' in answer) return showPage(c, { chosen, confirm: true })
    c.header('Content-Security-Policy', policy(originsOf(answer.to)))
    return c.redirect(answer.to, 303)
  } catch (error) {
    if (error instanceof Declined || error instanceof GatewayRefused)
      return showPage(c, { problem: error.message, chosen })
    throw error
  }
}

const button = (act: string, label: string, id = '') =>
  html`<form class="inline" method="post"><input type="hidden" name="id" value="${id}"><button name="act" value="${act}">${label}</button></form> `

async function showBank(c: WebContext, problem = '') {
  const church = c.req.query('church')
  const rows = await recentPayments(church)
  const body = html`<h1>Bank and gateway</h1>${problemLine(problem)}<p>What banks and gateways would do by themselves.</p>
<section><div class="row">${button('pass', 'Let five days pass')}${button('payout', 'Pay out now')}${church ? button('order', 'Order $25 at ThriveCart') : ''}</div></section>
<section><h2>Payments</h2>${rows.length === 0 ? html`<p class="soft">None yet.</p>` : ''}${rows.map(
    ({ id, account, data }) =>
      html`<div class="row"><span>${formatMoney(data)} · ${labelOf(outcome(data.outcome))}<br><span class="soft">${ownerOf(account).gateway} · ${data.state}${data.dispute ? ` · dispute ${data.dispute}` : ''}${data.refunded ? ` · ${formatMoney({ amount: data.refunded, currency: data.currency })} refunded` : ''}${data.payout ? ' · paid out' : ''}</span></span><span>${data.state === 'pending' ? html`${button('settle', 'Settle', id)}${button('return', 'Return', id)}` : ''}${data.state === 'succeeded' && data.dispute === null ? button('dispute', 'Dispute', id) : ''}${data.dispute === 'open' ? html`${button('won', 'Won', id)}${button('lost', 'Lost', id)}` : ''}</span></div>`,
  )}</section>`
  return show(c, 'Bank and gateway', body, problem ? 400 : 200)
}

async function actBank(c: WebContext) {
  const { act, id = '' } = await fields(c)
  const church = c.req.query('church')
  const acts: Record<string, () => Promise<unknown>> = {
    pass: () => passDays(5, church),
    settle: () => settleDebit(id),
    return: () => returnDebit(id),
    dispute: () => openDispute(id),
    won: () => decideDispute(id, 'won'),
    lost: () => decideDispute(id, 'lost'),
    payout: async () => {
      const accounts = new Set((await recentPayments(church)).map(one => one.account))
      for (const { gateway, clientId } of [...accounts].map(ownerOf)) await payOutNow(gateway, clientId)
    },
    order: async () => church && thrivecartOrder(church, { amount: 2_500 }),
  }
  try {
    await acts[act ?? '']?.()
    return c.redirect(`/sandbox/bank${church ? `?church=${encodeURIComponent(church)}` : ''}`, 303)
  } catch (error) {
    if (error instanceof GatewayRefused) return showBank(c, error.message)
    throw error
  }
}

/** A page of another site can't press these buttons. */
const ownForm = (c: WebContext) => {
  const from = c.req.header('origin')
  return env.demo && calledLocally(c) && (!from || from === new URL(c.req.url).origin || from === env.publicUrl)
}
const always = () => true

export const paymentsSandboxRoutes: RawRoute[] = [
  page('GET', '/sandbox/pay/:id', c => showPage(c), always),
  page('POST', '/sandbox/pay/:id', answerPage, always),
  page('GET', '/sandbox/bank', c => showBank(c), ownForm),
  page('POST', '/sandbox/bank', actBank, ownForm),
]
