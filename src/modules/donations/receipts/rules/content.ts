import { formatMoney } from '#kernel/money.ts'
import { countedStatuses, type GiftStatus, type Method, methodLabels } from '../../rules/states.ts'
import { isDisclosed, NO_GOODS, type ReceiptRule } from './receipt-rules.ts'

/** A gift as it is read for a receipt. */
export interface GivenGift {
  id: string
  day: string
  status: GiftStatus
  method: Method
  currency: string
  checkNumber: string
  description: string
  goodsValue: number
  goodsDescription: string
  lines: readonly { fund: string; amount: number; refunded: number; deductible: number }[]
}

/** A gift as a receipt says it; amounts are net of refunds. */
export interface ReceiptGift {
  id: string
  day: string
  method: string
  currency: string
  amount: number
  /** What the donor may claim. */
  eligible: number
  /** Fair value of what the donor got; 0: nothing. */
  advantage: number
  goods: string
  /** Of a gift in kind, which is never valued. */
  description: string
  funds: { name: string; amount: number }[]
}

export interface Issuer {
  name: string
  address: string
  taxId: string
  signatory: string
  signatoryTitle: string
  signatureId: string | null
  placeIssued: string
  contact: string
}

/** Everything that a receipt says: it is drawn from this alone, so that the same number is always the same file. */
export interface Snapshot {
  rule: { country: string; from: string; source: string }
  title: string
  taxIdLabel: string
  locale: string
  country: string
  issuer: Issuer
  donor: { name: string; address: string }
  period: { from: string; to: string } | null
  issuedOn: string
  gifts: ReceiptGift[]
  totals: { currency: string; amount: number; eligible: number; advantage: number }[]
  sentences: string[]
  /** Number of the receipt that it replaces. */
  replaces: string | null
  reason: string
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** @returns null for a gift that stands on no receipt: pending, failed, disputed, voided or wholly refunded */
export function toReceiptGift(gift: GivenGift): ReceiptGift | null {
  if (!countedStatuses.includes(gift.status)) return null
  const isInKind = gift.method === 'in-kind'
  const funds = gift.lines
    .map(line => ({ name: line.fund, amount: line.amount - line.refunded }))
    .filter(line => line.amount > 0)
  const amount = isInKind ? 0 : sum(funds.map(line => line.amount))
  if (!isInKind && amount <= 0) return null
  const eligible = sum(gift.lines.map(line => Math.max(0, line.deductible - line.refunded)))
  const { id, day, currency, goodsValue, goodsDescription, description, checkNumber } = gift
  return {
    id,
    day,
    currency,
    amount,
    funds: isInKind ? [] : funds,
    method: `${methodLabels[gift.method]}${checkNumber ? ` no. ${checkNumber}` : ''}`,
    eligible: isInKind ? 0 : eligible,
    advantage: goodsValue,
    goods: goodsDescription,
    description: isInKind || gift.method === 'stock' ? description : '',
  }
}

/** A sum for each currency: they are never added up. */
export const totalsOf = (gifts: readonly ReceiptGift[]): Snapshot['totals'] =>
  [...Map.groupBy(gifts, gift => gift.currency)]
    .map(([currency, own]) => ({
      currency,
      amount: sum(own.map(gift => gift.amount)),
      eligible: sum(own.map(gift => gift.eligible)),
      advantage: sum(own.map(gift => gift.advantage)),
    }))
    .filter(total => total.amount > 0)
    .sort((a, b) => b.amount - a.amount)

/** What the rule asks to be said about these gifts. */
export function receiptSentences(rule: ReceiptRule, gifts: readonly ReceiptGift[], locale: string): string[] {
  const money = (amount: number, currency: string) => formatMoney({ amount, currency }, locale)
  const withGoods = gifts.filter(gift => gift.advantage > 0)
  const disclosed = withGoods.filter(gift => isDisclosed(rule, gift) || (rule.acknowledgeFrom ?? 0) > 0)
  const goods = disclosed.map(gift => {
    const value = `${gift.goods || 'Goods or services'}, estimated value ${money(gift.advantage, gift.currency)}`
    const said = `In return for the contribution of ${gift.day} the donor received: ${value}.`
    const limit =
      rule.country === 'US' && isDisclosed(rule, gift)
        ? ` The amount that is deductible for federal income tax purposes is limited to the excess of the contribution over this value.`
        : ''
    return said + limit
  })
  if (rule.country !== 'US') return [...goods, ...rule.lines]
  const rest =
    gifts.length > withGoods.length ? [withGoods.length > 0 ? `All other contributions: ${NO_GOODS}` : NO_GOODS] : []
  return [...goods, ...rest, ...rule.lines]
}

/** What is compared to know whether a donor's figures changed: neither names nor words. */
export const figuresOf = (gifts: readonly ReceiptGift[]): string =>
  [...gifts]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(gift =>
      [gift.id, gift.day, gift.currency, gift.amount, gift.eligible, gift.advantage, gift.description].join(' '),
    )
    .join('\n')

interface Told {
  rule: ReceiptRule
  kind: 'gift' | 'statement'
  issuer: Issuer
  donor: Snapshot['donor']
  locale: string
  country: string
  period: Snapshot['period']
  issuedOn: string
  gifts: ReceiptGift[]
  replaces?: string | null
  reason?: string
}

export function toSnapshot({ rule, kind, replaces = null, reason = '', ...rest }: Told): Snapshot {
  const totals = totalsOf(rest.gifts)
  const isOfficial = rule.country !== 'CA' || totals.some(total => total.eligible > 0)
  const title = kind === 'gift' ? rule.title : rule.statementTitle
  const { country, from, source } = rule
  return {
    rule: { country, from, source },
    title: isOfficial ? title : 'Statement of donations (not an official receipt)',
    taxIdLabel: rule.taxIdLabel,
    ...rest,
    totals,
    sentences: [
      ...receiptSentences(rule, rest.gifts, rest.locale),
      ...(replaces ? [`This receipt cancels and replaces receipt no. ${replaces}.`] : []),
    ],
    replaces,
    reason,
  }
}
