import type { GiftStatus, Method } from '../rules/states.ts'
import { countedStatuses } from '../rules/states.ts'

export const declarationSources = ['online', 'written', 'oral'] as const
export type DeclarationSource = (typeof declarationSources)[number]
/** One gift, or gifts of the last four years and of the future. */
export const declarationScopes = ['this', 'past', 'future', 'all'] as const
export type DeclarationScope = (typeof declarationScopes)[number]
export const declarationScopeLabels: Record<DeclarationScope, string> = {
  this: 'Gifts of today alone',
  past: 'Gifts of the past four years',
  future: 'Gifts from today on',
  all: 'Gifts of the past four years and all future gifts',
}

/** HMRC's model declaration. */
export const declarationWording = (charity: string) =>
  `I want to Gift Aid my donation and any donations I make in the future or have made in the past 4 years to ${charity}. I am a UK taxpayer and understand that if I pay less Income Tax and/or Capital Gains Tax than the amount of Gift Aid claimed on all my donations in that tax year it is my responsibility to pay any difference.`

const shifted = (day: string, { years = 0, days = 0 }: { years?: number; days?: number }): string => {
  const at = new Date(`${day}T00:00:00Z`)
  const month = at.getUTCMonth()
  at.setUTCFullYear(at.getUTCFullYear() + years)
  // February 29 becomes the last of February.
  if (years !== 0 && at.getUTCMonth() !== month) at.setUTCDate(0)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The days whose gifts a declaration covers. */
export function coveredPeriod(
  scope: DeclarationScope,
  madeOn: string,
): { coversFrom: string; coversTo: string | null } {
  const coversFrom = scope === 'past' || scope === 'all' ? shifted(madeOn, { years: -4 }) : madeOn
  return { coversFrom, coversTo: scope === 'this' || scope === 'past' ? madeOn : null }
}

/** The last day on which an oral declaration can be canceled as if it was never made. */
export const cancelableUntil = ({
  source,
  recordSentOn,
}: {
  source: DeclarationSource
  recordSentOn: string | null
}) => (source === 'oral' && recordSentOn ? shifted(recordSentOn, { days: 30 }) : null)

interface Declared {
  source: DeclarationSource
  coversFrom: string
  coversTo: string | null
  recordSentOn: string | null
  canceledOn: string | null
}

/** Whether gifts of a day may be claimed: an oral declaration counts once its record was sent, and its 30 days are over. */
export function isCovered(declared: Declared, day: string, today: string): boolean {
  const until = cancelableUntil(declared)
  if (declared.source === 'oral' && (!until || today <= until)) return false
  if (declared.canceledOn && until && declared.canceledOn <= until) return false
  if (declared.canceledOn && day >= declared.canceledOn) return false
  return day >= declared.coversFrom && (declared.coversTo === null || day <= declared.coversTo)
}

export interface ClaimGift {
  status: GiftStatus
  method: Method
  currency: string
  goodsValue: number
  net: number
}
/** Money of an individual that came with nothing in return. */
export const isClaimable = ({ status, method, currency, goodsValue, net }: ClaimGift): boolean =>
  countedStatuses.includes(status) &&
  method !== 'in-kind' &&
  method !== 'stock' &&
  currency === 'GBP' &&
  goodsValue === 0 &&
  net > 0

/** Small cash donations scheme: at most this each. */
export const SMALL_CASH = 3_000
export const isSmallCash = (gift: ClaimGift): boolean =>
  isClaimable(gift) && gift.method === 'cash' && gift.net <= SMALL_CASH

const POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})$/
/** "sw1a1aa" as "SW1A 1AA"; null where it is none. */
export function postcodeOf(text: string): string | null {
  const match = POSTCODE.exec(text.toUpperCase().replace(/\s+/g, ' ').trim())
  return match ? `${match[1]} ${match[2]}` : null
}

/** House name or number: the first part of the address, as the schedule asks for it. */
export const houseNameOrNumber = (address: string): string => {
  const first = address.split(/\n|,/)[0]?.trim() ?? ''
  return /^\d+[A-Za-z]?(?=\s)/.exec(first)?.[0] ?? first
}

export const claimColumns = [
  ...(['Title', 'First name', 'Last name', 'House name or number', 'Postcode'] as const),
  ...(['Aggregated donations', 'Sponsored event', 'Donation date', 'Amount'] as const),
]
/** DD/MM/YY, as in HMRC's schedule. */
export const claimDay = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(2, 4)}`

/** What a declaration on the giving page lacks: HMRC asks for the home address. */
export const giftAidProblems = ({
  street,
  postalCode,
}: {
  street: string
  postalCode: string
}): Record<string, string> => ({
  ...(!street && { street: 'Please enter your home address for Gift Aid' }),
  ...(!postcodeOf(postalCode) && { postalCode: 'Please enter your postcode, such as SW1A 1AA' }),
})
