import { html } from 'hono/html'
import { formatMoney } from '#kernel/money.ts'
import { HONEYPOT, OPENED } from '#public-page/rules/guard.ts'
import { intervalLabels, type PlanInterval } from '../../plans/rules.ts'
import { type SaleState, type SaleTax, saleStateNames } from '../../sales/rules.ts'
import { type SubscriptionState, subscriptionStateLabels } from './states.ts'

const wordsOf = (locale: string, day: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

export interface SubscribePage {
  path: string
  locale: string
  name: string
  description: string
  features: readonly string[]
  amount: number
  currency: string
  interval: PlanInterval
  trialDays: number
  taxes: readonly SaleTax[]
  total: number
  /** The second payment. */
  nextOn: string
  /** Why nobody can subscribe now. */
  reason: string | null
  /** Said above everything else. */
  note: string
  /** Null once it is paid. */
  form: { key: string; opened: string; typed: Record<string, string>; problems: Record<string, string> } | null
}

const fields = [
  ['firstName', 'First name', 'text', 'given-name'],
  ['lastName', 'Last name', 'text', 'family-name'],
  ['email', 'Email', 'email', 'email'],
] as const

const field = (
  { typed, problems }: NonNullable<SubscribePage['form']>,
  [name, label, type, hint]: (typeof fields)[number],
) => html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${hint}" maxlength="200" required value="${typed[name] ?? ''}"${problems[name] ? html` aria-invalid="true" aria-describedby="${name}-problem"` : ''}>
${problems[name] ? html`<p class="problem" id="${name}-problem" role="alert">${problems[name]}</p>` : ''}</div>`

const terms = (page: SubscribePage) => {
  const money = (amount: number) => formatMoney({ amount, currency: page.currency }, page.locale)
  return html`<p class="words"><b>${money(page.amount)}</b> ${intervalLabels[page.interval]}${page.taxes.map(({ name, amount }) => `, plus ${name} ${money(amount)}`)}</p>
<p>You pay ${money(page.total)} today. ${page.trialDays > 0 ? `Your first period includes ${page.trialDays === 1 ? '1 extra day' : `${page.trialDays} extra days`} at no charge. ` : ''}The next payment is on ${wordsOf(page.locale, page.nextOn)}, then ${intervalLabels[page.interval]} until you cancel. You can cancel online at any time.</p>`
}

/** A plan as anyone with its link sees it, with the form that leads to the gateway's page. */
export const subscribePage = (page: SubscribePage) => html`
${page.note ? html`<p class="note" role="status">${page.note}</p>` : ''}
<h1 dir="auto">${page.name}</h1>
${page.description ? html`<p class="words" dir="auto">${page.description}</p>` : ''}
${page.features.length > 0 ? html`<ul>${page.features.map(one => html`<li dir="auto">${one}</li>`)}</ul>` : ''}
${
  page.reason
    ? html`<p class="help">${page.reason}</p>`
    : page.form
      ? html`${terms(page)}<form method="post" action="${page.path}" class="pay" novalidate>
<input type="hidden" name="key" value="${page.form.key}"><input type="hidden" name="${OPENED}" value="${page.form.opened}">
<div hidden><label for="website">Leave this empty</label><input id="website" name="${HONEYPOT}" tabindex="-1" autocomplete="off"></div>
${fields.map(one => field(page.form!, one))}
<button class="primary" type="submit">Continue to payment</button></form>`
      : ''
}`

export interface OwnSubscription {
  id: string
  plan: string
  state: SubscriptionState
  amount: number
  currency: string
  interval: PlanInterval
  nextOn: string
  brand: string
  last4: string
  problem: string
  canceledBy: string | null
  charges: readonly {
    periodOn: string
    state: SaleState
    total: number
    tax: number
    refunded: number
    currency: string
  }[]
}
export interface OwnSubscriptions {
  path: string
  locale: string
  subscriptions: readonly OwnSubscription[]
  problem: string
}

const standing = (locale: string, one: OwnSubscription) =>
  one.canceledBy === 'finished'
    ? 'Paid in full'
    : one.state === 'canceled'
      ? `Canceled. Paid through ${wordsOf(locale, one.nextOn)}`
      : one.state === 'past_due'
        ? 'Your last payment did not go through. Please use another card.'
        : `${subscriptionStateLabels[one.state]}. Next payment on ${wordsOf(locale, one.nextOn)}`

const own = ({ path, locale }: OwnSubscriptions, one: OwnSubscription) => html`<article class="recurring">
<h3><bdi>${one.plan}</bdi>: ${formatMoney(one, locale)} ${intervalLabels[one.interval]}</h3>
<p>${standing(locale, one)}${one.last4 ? html`. ${one.brand} ending in ${one.last4}` : ''}</p>
${one.problem && one.state !== 'canceled' ? html`<p class="problem">${one.problem}</p>` : ''}
${
  one.state === 'canceled'
    ? ''
    : html`<form method="post" action="${path}/card"><input type="hidden" name="id" value="${one.id}">
<button type="submit" class="quiet">Pay now with another card</button><p class="help">That card is then used for later payments.</p></form>
<form method="post" action="${path}"><input type="hidden" name="id" value="${one.id}"><button type="submit" class="quiet">Cancel subscription</button></form>`
}
<table><thead><tr><th>Period from</th><th>Amount</th><th>Tax included</th><th>Status</th></tr></thead><tbody>${one.charges.map(
  ({ periodOn, total, tax, currency, state }) =>
    html`<tr><td>${wordsOf(locale, periodOn)}</td><td>${formatMoney({ amount: total, currency }, locale)}</td><td>${formatMoney({ amount: tax, currency }, locale)}</td><td>${saleStateNames[state]}</td></tr>`,
)}</tbody></table></article>`

/** A subscriber's own page of the portal. */
export const ownSubscriptions = (page: OwnSubscriptions) => html`<section><h1>Subscriptions</h1>
${page.problem ? html`<p class="problem" role="alert">${page.problem}</p>` : ''}
${page.subscriptions.length === 0 ? html`<p>You have no subscriptions.</p>` : page.subscriptions.map(one => own(page, one))}</section>`
