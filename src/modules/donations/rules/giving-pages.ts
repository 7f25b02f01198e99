import { html } from 'hono/html'
import { formatMoney } from '#kernel/money.ts'
import type { FeeRate } from '#payments/rules/fees.ts'
import { guardFields } from '#public-page/rules/fields.ts'
import { declarationWording } from '../gift-aid/rules.ts'
import { NOT_YET } from '../published/rules.ts'
import { addressFields, type GivingOffer, type Typed, totalOf } from './giving-form.ts'
import { progressOf } from './progress.ts'
import { frequencies, frequencyLabels, tributeLabels, tributes } from './states.ts'

export interface GivingPage extends GivingOffer {
  title: string
  /** Its name, for the declaration. */
  church: string
  description: string
  image: string
  path: string
  /** What the gateway usually keeps. */
  fee: FeeRate
  /** "2.9% + $0.30", what the gateway usually keeps. */
  feeText: string
  goal: { raised: number | null; goal: number; donors: number } | null
  sandbox: boolean
  embedded: boolean
  /** It stands in the lobby: many people give on it, one after another. */
  kiosk: boolean
  /** The number that the link to this page was sent to; null where it wasn't sent by text. */
  texting: string | null
  /** Names of methods, in the order of the offer. */
  methodNames: Record<string, string>
}

export interface GivingForm {
  opened: string
  /** Of this page: sent twice, it is one gift. */
  key: string
  typed: Typed
  problems: Record<string, string>
  /** The amount that is asked about. */
  sureOf?: number
}

const problemOf = (name: string, { problems }: GivingForm) =>
  problems[name] ? html`<p class="problem" id="${name}-problem">${problems[name]}</p>` : ''
const wrong = (name: string, { problems }: GivingForm) =>
  problems[name] ? html` aria-invalid="true" aria-describedby="${name}-problem"` : ''

const field = (name: string, label: string, form: GivingForm, { type = 'text', complete = '' } = {}) =>
  html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}"${complete ? html` autocomplete="${complete}"` : ''} maxlength="254" value="${form.typed[name] ?? ''}"${wrong(name, form)}>
${problemOf(name, form)}</div>`

const money = (page: GivingPage, amount: number) => formatMoney({ amount, currency: page.currency }, page.locale)
/** "$50" where nothing is lost by it. */
const round = (page: GivingPage, amount: number) => money(page, amount).replace(/[.,]00(?=\D*$)/, '')

const chips = (page: GivingPage, form: GivingForm) => html`<fieldset class="amounts"><legend>Amount</legend>
<div class="chips">
${page.suggested.map(
  amount =>
    html`<label class="chip"><input type="radio" name="amount" value="${amount}"${form.typed.amount === String(amount) ? html` checked` : ''}><span>${round(page, amount)}</span></label>`,
)}
</div>
<div class="field"><label for="other">${page.suggested.length > 0 ? 'Another amount' : 'Amount'} (${page.currency})</label>
<input id="other" name="other" inputmode="decimal" autocomplete="off" maxlength="20" value="${form.typed.other ?? ''}"${wrong('other', form)}>
${problemOf('other', form)}</div>
</fieldset>`

function funds(page: GivingPage, form: GivingForm) {
  if (page.funds.length < 2) return ''
  const isSplit = page.funds.some(({ id }) => form.typed[`fund_${id}`])
  return html`<div class="field"><label for="fund">Fund</label>
<select id="fund" name="fund">${page.funds.map(
    ({ id, name }) => html`<option value="${id}"${form.typed.fund === id ? html` selected` : ''}>${name}</option>`,
  )}</select></div>
<details class="split"${isSplit ? html` open` : ''}><summary>Split between funds</summary>
<p class="help">Amounts that you enter here are your gift; the amount above then doesn’t count.</p>
${page.funds.map(({ id, name }) => field(`fund_${id}`, name, form))}
</details>`
}

const often = (page: GivingPage, form: GivingForm) =>
  page.recurs
    ? html`<div class="field"><label for="every">How often</label>
<select id="every" name="every"><option value="">One time</option>${frequencies.map(
        one =>
          html`<option value="${one}"${form.typed.every === one ? html` selected` : ''}>${frequencyLabels[one]}</option>`,
      )}</select></div>
<details class="next"${form.typed.nextOn ? html` open` : ''}><summary>Choose the day of your next gift</summary>
<p class="help">For a gift that repeats, the first one is today. Leave this empty for the same day of the next week, month or year.</p>
${field('nextOn', 'Next gift on', form, { type: 'date' })}</details>`
    : ''

const methods = (page: GivingPage, form: GivingForm) =>
  page.methods.length < 2
    ? ''
    : html`<fieldset class="field"><legend>How you give</legend>
${page.methods.map(
  (name, i) =>
    html`<label class="box"><input type="radio" name="method" value="${name}"${(form.typed.method ? form.typed.method === name : i === 0) ? html` checked` : ''}><span>${page.methodNames[name]}</span></label>`,
)}</fieldset>`

const extras = (page: GivingPage, form: GivingForm) => html`
${
  page.coverable
    ? html`<div class="field"><label class="box"><input type="checkbox" name="cover" value="yes"${form.typed.cover === 'yes' ? html` checked` : ''}><span>Add the payment fee (about ${page.feeText}), so that all of my gift arrives</span></label></div>`
    : ''
}
${
  page.allowAnonymous
    ? html`<div class="field"><label class="box"><input type="checkbox" name="anonymous" value="yes"${form.typed.anonymous === 'yes' ? html` checked` : ''}><span>Don’t show my name to others. The church office still sees it, for your receipt.</span></label></div>`
    : ''
}
${
  page.allowTribute
    ? html`<fieldset class="field"><legend>In tribute (optional)</legend>
<label class="box"><input type="radio" name="tribute" value=""${form.typed.tribute ? '' : html` checked`}><span>None</span></label>
${tributes.map(
  one =>
    html`<label class="box"><input type="radio" name="tribute" value="${one}"${form.typed.tribute === one ? html` checked` : ''}><span>${tributeLabels[one]}</span></label>`,
)}
${field('tributeName', 'Name', form)}</fieldset>`
    : ''
}
<div class="field"><label for="note">Note (optional)</label><textarea id="note" name="note" rows="2" maxlength="500"${wrong('note', form)}>${form.typed.note ?? ''}</textarea>${problemOf('note', form)}</div>`

const labels = { street: 'Street', city: 'City', region: 'State or region', postalCode: 'Postal code' } as const
const completes = {
  street: 'street-address',
  city: 'address-level2',
  region: 'address-level1',
  postalCode: 'postal-code',
} as const

const you = (form: GivingForm) => html`<h2>About you</h2>
<div class="pair">${field('firstName', 'First name', form, { complete: 'given-name' })}${field('lastName', 'Last name', form, { complete: 'family-name' })}</div>
${field('email', 'Email', form, { type: 'email', complete: 'email' })}
${field('phone', 'Phone (optional)', form, { type: 'tel', complete: 'tel' })}
<details class="address"${addressFields.some(name => form.typed[name]) ? html` open` : ''}><summary>Postal address, for your receipt (optional)</summary>
${addressFields.map(name => field(name, labels[name], form, { complete: completes[name] }))}
</details>`

const giftAidBox = ({ country, church }: GivingPage, { typed }: GivingForm) =>
  country === 'GB'
    ? html`<div class="field"><label class="box"><input type="checkbox" name="giftAid" value="yes"${typed.giftAid === 'yes' ? html` checked` : ''}><span>Add Gift Aid. ${declarationWording(church)} Please enter your home address above.</span></label></div>`
    : ''

const thermometer = (page: GivingPage) => {
  if (!page.goal) return ''
  const { raised, goal, donors } = page.goal
  if (raised === null)
    return html`<div class="thermometer"><p>Goal: <strong>${round(page, goal)}</strong></p><p>The amount raised is ${NOT_YET.toLowerCase()}.</p></div>`
  const { bar, text } = progressOf(raised, goal)
  return html`<div class="thermometer"><progress max="100" value="${bar}" aria-label="${text} of the goal">${text}</progress>
<p><strong>${round(page, raised)}</strong> of ${round(page, goal)} (${text})${donors > 0 ? html`, ${donors} ${donors === 1 ? 'donor' : 'donors'}` : ''}</p></div>`
}

const head = (page: GivingPage) => html`${page.image ? html`<img class="cover" src="${page.image}" alt="">` : ''}
<h1 dir="auto">${page.title}</h1>
${page.description ? html`<p class="lead" dir="auto">${page.description}</p>` : ''}
${thermometer(page)}
${page.sandbox ? html`<p class="note">This is a sandbox: no money moves.</p>` : ''}`

const addressOf = ({ path, embedded, kiosk }: GivingPage) => `${path}${embedded ? '?embed=1' : kiosk ? '?kiosk=1' : ''}`

const keeping = (page: GivingPage, form: GivingForm) =>
  page.texting
    ? html`<div class="field"><label class="box"><input type="checkbox" name="keep" value="yes"${form.typed.keep === 'yes' ? html` checked` : ''}><span>Keep my card for gifts by text from the number ending in ${page.texting.slice(-4)}. Anyone who can text from it can give with this card. Text UNLINK to remove it.</span></label></div>`
    : ''

/** An unusual amount is asked about; the box names it, so that a changed one is asked about again. */
const sure = (form: GivingForm) =>
  form.problems.sure
    ? html`<div class="field"><p class="problem" id="sure-problem">${form.problems.sure}</p>
<label class="box"><input type="checkbox" name="sure" value="${form.sureOf ?? ''}" aria-describedby="sure-problem"><span>Yes, this is the amount I want to give</span></label></div>`
    : ''

/** With scripts it follows what is typed; without, it is right for what was sent, and the payment page says it again. */
function total(page: GivingPage, form: GivingForm) {
  const amount = totalOf(form.typed, page)
  const { currency, locale, fee } = page
  return html`<p class="total" role="status" data-total data-currency="${currency}" data-locale="${locale}" data-basis-points="${fee.basisPoints}" data-fixed="${fee.fixed}"${amount === null ? html` hidden` : ''}>Total: <strong>${amount === null ? '' : money(page, amount)}</strong></p>
<noscript><p class="help">The payment page shows the total, with the fee if you add it, before you pay.</p></noscript>`
}

/** The giving page: whole without scripts, up to the gateway's own page. */
export const givingPage = (page: GivingPage, form: GivingForm) => html`<div class="giving">${head(page)}
${Object.keys(form.problems).length > 0 ? html`<p class="problem" role="alert">Please check the fields below. Nothing was charged.</p>` : ''}
<form method="post" action="${addressOf(page)}"${page.embedded ? html` target="_top"` : ''}${page.kiosk ? html` autocomplete="off"` : ''} novalidate>
${guardFields(form.opened)}<input type="hidden" name="key" value="${form.key}">
${form.typed.text && page.texting ? html`<input type="hidden" name="text" value="${form.typed.text}">` : ''}
${chips(page, form)}${funds(page, form)}${often(page, form)}${methods(page, form)}${you(form)}${giftAidBox(page, form)}${extras(page, form)}${keeping(page, form)}${sure(form)}${total(page, form)}
<button class="primary" type="submit">Continue to payment</button>
<p class="help">You pay on the secure page of the payment service. We never see your card number.</p>
</form></div>`

export interface Outcome {
  kind: 'thanks' | 'pending' | 'failed'
  amount: number
  /** The campaign or funds that it is for. */
  purpose: string
  /** Number of the receipt, once it is issued. */
  receipt: string | null
  /** The giving form again, with the same amount and fund, monthly; null where the gift repeats already or can't. */
  monthly: string | null
  /** Where the giver signs in to their own gifts. */
  portal: string
}

const next = (page: GivingPage, { receipt, monthly, portal }: Outcome) => html`${
  receipt
    ? html`<p>Your receipt has the number ${receipt}. <a href="${portal}/statements">Download your receipt</a></p>`
    : html`<p>We email you a confirmation with the details of your gift.</p>`
}
${monthly && page.recurs ? html`<p><a class="primary" href="${monthly}">Make it monthly</a></p>` : ''}
<p><a href="${portal}/giving">See all my gifts</a></p>`

/** What became of a payment, at its giver's return. At a kiosk nothing of it leads on: the next giver stands there. */
export const outcomePage = (page: GivingPage, outcome: Outcome) => {
  const { kind, amount, purpose } = outcome
  const gift = html`Your gift of ${money(page, amount)} to <bdi>${purpose}</bdi>`
  const words = {
    thanks: { title: 'Thank you', text: html`${gift} has arrived.` },
    pending: { title: 'Thank you', text: html`${gift} is being processed. Bank debits take a few days.` },
    failed: { title: 'Nothing was charged', text: 'The payment was not completed. You can try again.' },
  }[kind]
  return html`<div class="giving" role="status"><h1>${words.title}</h1><p class="lead">${words.text}</p>
${kind === 'failed' || page.kiosk ? '' : next(page, outcome)}
<p><a${kind === 'failed' || page.kiosk ? html` class="primary"` : ''} href="${addressOf(page)}">${kind === 'failed' ? 'Try again' : 'Give again'}</a></p></div>`
}

export const closedGiving = (page: Pick<GivingPage, 'title'>, reason: string) =>
  html`<div class="giving"><h1 dir="auto">${page.title}</h1><p class="note">${reason}</p></div>`
