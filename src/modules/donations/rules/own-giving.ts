import { html } from 'hono/html'
import { formatMoney } from '#kernel/money.ts'
import type { Html } from '#public-page/rules/document.ts'
import type { RecurringStatus } from '../recurring/rules.ts'
import { type Frequency, frequencies, frequencyLabels } from './states.ts'

export interface OwnGift {
  day: string
  /** The campaigns or funds that it was for. */
  funds: string
  amount: number
  currency: string
  status: string
}
export interface OwnSchedule {
  id: string
  status: RecurringStatus
  frequency: Frequency
  currency: string
  amount: number
  lines: readonly { fundId: string; fund: string; archived: boolean }[]
  nextOn: string
  pausedUntil: string | null
  brand: string
  last4: string
  problem: string
}
export interface OwnGiving {
  /** `/my/{church}/giving`. */
  path: string
  /** Where to give. */
  givePath: string
  locale: string
  gifts: readonly OwnGift[]
  recurring: readonly OwnSchedule[]
  funds: readonly { id: string; name: string }[]
  /** What was wrong with the last change. */
  problem: string
}

const dayIn = ({ locale }: OwnGiving, day: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

const button = (text: string, action: string, quiet = true) =>
  html`<button type="submit" name="action" value="${action}" class="${quiet ? 'quiet' : 'primary'}">${text}</button>`

const state = (page: OwnGiving, one: OwnSchedule) =>
  one.status === 'paused'
    ? `Paused${one.pausedUntil ? ` until ${dayIn(page, one.pausedUntil)}` : ''}`
    : one.status === 'past_due'
      ? 'Your card was declined. Please use another card.'
      : `Next gift on ${dayIn(page, one.nextOn)}`

const schedule = (page: OwnGiving, one: OwnSchedule) => html`<article class="recurring">
<h3>${formatMoney(one, page.locale)} ${frequencyLabels[one.frequency].toLowerCase()}</h3>
<p>${one.lines.map(line => line.fund).join(', ')}. ${state(page, one)}${one.last4 ? html`. ${one.brand} ending in ${one.last4}` : ''}</p>
${one.lines.some(line => line.archived) ? html`<p class="note">A fund of this gift is closed. Your gift still arrives; you can choose another fund below.</p>` : ''}
${one.problem && one.status !== 'paused' ? html`<p class="problem">${one.problem}</p>` : ''}
<form method="post" action="${page.path}"><input type="hidden" name="id" value="${one.id}">
${one.status === 'paused' ? button('Resume', 'resume') : html`${button('Skip next gift', 'skip')}`}
${button('Cancel recurring gift', 'cancel')}</form>
<form method="post" action="${page.path}/card"><input type="hidden" name="id" value="${one.id}">
<button type="submit" class="quiet">Give the next gift now with another card</button>
<p class="help">That card is then used for later gifts.</p></form>
<details><summary>Pause</summary><form method="post" action="${page.path}"><input type="hidden" name="id" value="${one.id}">
<div class="field"><label for="until-${one.id}">Until (optional)</label><input id="until-${one.id}" type="date" name="until"></div>${button('Pause', 'pause')}</form></details>
<details><summary>Change amount, fund, how often or day</summary><form method="post" action="${page.path}"><input type="hidden" name="id" value="${one.id}">
${change(page, one)}${button('Save changes', 'change', false)}</form></details></article>`

/** Another amount is shared as the one before; another fund gets all of it. */
const change = (page: OwnGiving, one: OwnSchedule) => html`
<div class="field"><label for="amount-${one.id}">Amount (${one.currency})</label><input id="amount-${one.id}" name="amount" inputmode="decimal" maxlength="20" placeholder="${formatMoney(one, page.locale)}"></div>
<div class="field"><label for="fund-${one.id}">Fund</label><select id="fund-${one.id}" name="fund"><option value="">No change</option>${page.funds.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></div>
<div class="field"><label for="every-${one.id}">How often</label><select id="every-${one.id}" name="every">${frequencies.map(
  each =>
    html`<option value="${each}"${each === one.frequency ? html` selected` : ''}>${frequencyLabels[each]}</option>`,
)}</select></div>
<div class="field"><label for="next-${one.id}">Next gift on</label><input id="next-${one.id}" type="date" name="nextOn" value="${one.nextOn}"></div>`

/** The donor's own page of the portal. */
export const ownGiving = (page: OwnGiving): Html | Promise<Html> => html`<section><h1>Giving</h1>
${page.problem ? html`<p class="problem" role="alert">${page.problem}</p>` : ''}
<p><a class="primary" href="${page.givePath}">Give now</a></p>
<h2>Recurring gifts</h2>
${page.recurring.length === 0 ? html`<p>You have no recurring gift. You can begin one whenever you give.</p>` : page.recurring.map(one => schedule(page, one))}
<h2>Gifts</h2>
${
  page.gifts.length === 0
    ? html`<p>No gifts yet.</p>`
    : html`<table><thead><tr><th>Date</th><th>For</th><th>Amount</th><th>Status</th></tr></thead><tbody>${page.gifts.map(
        gift =>
          html`<tr><td>${dayIn(page, gift.day)}</td><td>${gift.funds}</td><td>${formatMoney(gift, page.locale)}</td><td>${gift.status}</td></tr>`,
      )}</tbody></table>`
}</section>`
