import { CARD_NUMBER_REFUSED, hasCardNumber } from '#card-numbers/rules.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { type FeeRate, withFeeCovered } from '#payments/rules/fees.ts'
import { addDays, nextAfter } from '#payments/rules/schedule.ts'
import { normaliseEmail, normalisePhone } from '#people/rules/contact.ts'
import { giftAidProblems } from '../gift-aid/rules.ts'
import { type Frequency, frequencies, tributes } from './states.ts'

/** What the giving page offers. */
export interface GivingOffer {
  currency: string
  locale: string
  country: string
  funds: readonly { id: string; name: string; code: string }[]
  suggested: readonly number[]
  min: number
  max: number
  methods: readonly string[]
  allowAnonymous: boolean
  allowTribute: boolean
  /** An approximate fee can be added. */
  coverable: boolean
  /** A gateway keeps cards: gifts can recur. */
  recurs: boolean
  /** The church's local day. */
  today: string
}

/** As it was typed, for showing it again. */
export type Typed = Record<string, string>

export interface GivingRequest {
  lines: { fundId: string; amount: number }[]
  amount: number
  cover: boolean
  method: string | null
  firstName: string
  lastName: string
  email: string
  phone: string
  address: Record<string, string>
  anonymous: boolean
  tribute: (typeof tributes)[number] | null
  tributeName: string
  note: string
  /** How often, and from when on the later ones come; null: once. */
  recurring: { frequency: Frequency; anchor: string; nextOn: string } | null
  /** A Gift Aid declaration, at a church in the United Kingdom. */
  giftAid: boolean
}

export const addressFields = ['street', 'city', 'region', 'postalCode'] as const
const fields = ['firstName', 'lastName', 'email', 'phone', 'note', 'tributeName', ...addressFields] as const

/** What a giver sees above the button: all that will be charged; null while no amount is known. */
export function totalOf(sent: Typed, offer: GivingOffer & { fee: FeeRate }): number | null {
  const amount = readLines(sent, offer, {}).reduce((sum, line) => sum + line.amount, 0)
  if (amount <= 0) return null
  return offer.coverable && sent.cover === 'yes' ? withFeeCovered(amount, offer.fee) : amount
}

/** What is wrong, by field; or what is wanted. Amounts are minor units. */
export function readGivingForm(
  sent: Typed,
  offer: GivingOffer,
): { request: GivingRequest; problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const typed = (name: string, most = 200) =>
    (sent[name] ?? '')
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, most)
  const lines = readLines(sent, offer, problems)
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  requireWithin(amount, offer, problems)
  requireSure(amount, sent, offer, problems)
  const email = typed('email', 254)
  const phone = typed('phone', 40)
  if (!typed('firstName')) problems.firstName = 'Please enter your first name'
  if (!typed('lastName')) problems.lastName = 'Please enter your last name'
  if (!email) problems.email = 'Please enter your email address: your receipt goes there'
  else if (!normaliseEmail(email)) problems.email = 'Email is invalid'
  if (phone && !normalisePhone(phone, offer.country)) problems.phone = 'Please enter a full phone number'
  const tribute = offer.allowTribute ? (tributes.find(one => one === sent.tribute) ?? null) : null
  if (tribute && !typed('tributeName')) problems.tributeName = 'Please enter a name'
  for (const name of fields) if (hasCardNumber(sent[name] ?? '')) problems[name] = CARD_NUMBER_REFUSED
  const giftAid = offer.country === 'GB' && sent.giftAid === 'yes'
  if (giftAid) Object.assign(problems, giftAidProblems({ street: typed('street'), postalCode: typed('postalCode') }))
  const recurring = readRecurring(sent, offer, problems)
  const method = offer.methods.find(one => one === sent.method) ?? null
  const request: GivingRequest = {
    lines,
    amount,
    method,
    email,
    phone,
    tribute,
    recurring,
    giftAid,
    cover: offer.coverable && sent.cover === 'yes',
    firstName: typed('firstName', 80),
    lastName: typed('lastName', 80),
    note: typed('note', 500),
    address: Object.fromEntries(addressFields.map(name => [name, typed(name)]).filter(([, value]) => value)),
    anonymous: offer.allowAnonymous && sent.anonymous === 'yes',
    tributeName: tribute ? typed('tributeName', 120) : '',
  }
  return { request, problems }
}

/** The first gift is today: a card is kept by charging it. The later ones begin when the giver wants. */
function readRecurring(sent: Typed, { recurs, today }: GivingOffer, problems: Record<string, string>) {
  const frequency = recurs ? frequencies.find(one => one === sent.every) : undefined
  if (!frequency) return null
  const wanted = (sent.nextOn ?? '').trim()
  if (!wanted) return { frequency, anchor: today, nextOn: nextAfter(today, frequency, today) }
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(wanted) && !Number.isNaN(Date.parse(wanted))
  if (!isDay || wanted <= today || wanted > addDays(today, 366))
    problems.nextOn = 'Please choose a day after today and within a year'
  return { frequency, anchor: wanted, nextOn: wanted }
}

/** Amounts for several funds win over the one amount; then they are the gift. */
function readLines(sent: Typed, { funds, suggested, currency }: GivingOffer, problems: Record<string, string>) {
  const split = funds
    .map(({ id }) => ({ fundId: id, text: (sent[`fund_${id}`] ?? '').trim() }))
    .filter(({ text }) => text !== '')
  if (split.length > 0)
    return split.flatMap(({ fundId, text }) => {
      const amount = parseMoney(text.replace(/^\p{Sc}\s*/u, ''), currency)
      if (amount === null || amount < 0) problems[`fund_${fundId}`] = 'Please enter an amount such as 25 or 25.50'
      return amount && amount > 0 ? [{ fundId, amount }] : []
    })
  const fundId = funds.find(({ id }) => id === sent.fund)?.id ?? funds[0]?.id
  const chip = suggested.find(amount => String(amount) === sent.amount)
  const other = (sent.other ?? '').trim()
  // What was typed counts, whichever button is pressed: without scripts typing presses none.
  const amount = other ? parseMoney(other.replace(/^\p{Sc}\s*/u, ''), currency) : (chip ?? null)
  if (amount === null) problems.other = other ? 'Please enter an amount such as 25 or 25.50' : 'Please choose an amount'
  if (amount !== null && amount <= 0) problems.other = 'Please enter an amount above zero'
  return amount && amount > 0 && fundId ? [{ fundId, amount }] : []
}

/** From here on an amount is asked about: a zero too many is easily typed. */
export const ASKED_FROM = 1_000_000

/** The page asks with the amount itself, so that another one is asked about again. */
function requireSure(amount: number, sent: Typed, offer: GivingOffer, problems: Record<string, string>): void {
  if (amount < ASKED_FROM || problems.other || sent.sure === String(amount)) return
  problems.sure = `Please check the amount: ${said(amount, offer)}. Is it right?`
}

const said = (amount: number, { currency, locale }: GivingOffer) => formatMoney({ amount, currency }, locale)

function requireWithin(amount: number, offer: GivingOffer, problems: Record<string, string>): void {
  const { min, max } = offer
  if (problems.other || amount === 0) return
  if (amount < min) problems.other = `The smallest gift here is ${said(min, offer)}`
  if (amount > max)
    problems.other = `The largest gift here is ${said(max, offer)}. For a larger gift, please contact the church.`
}
