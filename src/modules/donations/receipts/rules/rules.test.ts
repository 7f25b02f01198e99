import { expect, test } from 'vitest'
import { figuresOf, type GivenGift, type ReceiptGift, toReceiptGift, toSnapshot, totalsOf } from './content.ts'
import {
  charityProblems,
  isDisclosed,
  NO_GOODS,
  numberText,
  ruleFor,
  statementYear,
  yearPeriod,
} from './receipt-rules.ts'

const given = (more: Partial<GivenGift> = {}): GivenGift => ({
  id: 'a',
  day: '2026-03-01',
  status: 'succeeded',
  method: 'check',
  currency: 'USD',
  checkNumber: '12',
  description: '',
  goodsValue: 0,
  goodsDescription: '',
  lines: [{ fund: 'General', amount: 10_000, refunded: 0, deductible: 10_000 }],
  ...more,
})
const issuer = {
  name: 'Grace',
  address: '1 Main St',
  taxId: '1',
  signatory: 'Pat',
  signatoryTitle: '',
  signatureId: null,
  placeIssued: 'Ottawa',
  contact: '',
}
const told = (country: string, gifts: ReceiptGift[], more: object = {}) =>
  toSnapshot({
    rule: ruleFor(country, '2026-11-23'),
    kind: 'gift',
    issuer,
    donor: { name: 'Ann Q. Miller', address: 'x' },
    locale: 'en-US',
    country,
    period: null,
    issuedOn: '2026-11-23',
    gifts,
    ...more,
  })
const asGift = (more: Partial<GivenGift> = {}) => toReceiptGift(given(more))!

test('what is pending, failed, disputed, voided or wholly refunded stands on no receipt', () => {
  for (const status of ['pending', 'failed', 'disputed', 'reversed'] as const)
    expect(toReceiptGift(given({ status })), status).toBeNull()
  const lines = [{ fund: 'General', amount: 10_000, refunded: 10_000, deductible: 10_000 }]
  expect(toReceiptGift(given({ status: 'refunded', lines }))).toBeNull()
})

test('a partial refund is taken off each line, and off what is deductible', () => {
  const lines = [
    { fund: 'General', amount: 6_000, refunded: 3_000, deductible: 6_000 },
    { fund: 'Bookshop', amount: 4_000, refunded: 2_000, deductible: 0 },
  ]
  expect(toReceiptGift(given({ status: 'partially_refunded', lines }))).toMatchObject({
    amount: 5_000,
    eligible: 3_000,
    funds: [
      { name: 'General', amount: 3_000 },
      { name: 'Bookshop', amount: 2_000 },
    ],
  })
})

test('a gift in kind is described and never valued', () => {
  const gift = asGift({ method: 'in-kind', description: 'An upright piano' })
  expect(gift).toMatchObject({ amount: 0, eligible: 0, funds: [], description: 'An upright piano' })
  expect(totalsOf([gift])).toEqual([])
})

test('currencies are never added up', () => {
  expect(totalsOf([asGift(), asGift({ id: 'b', currency: 'EUR' }), asGift({ id: 'c' })])).toEqual([
    { currency: 'USD', amount: 20_000, eligible: 20_000, advantage: 0 },
    { currency: 'EUR', amount: 10_000, eligible: 10_000, advantage: 0 },
  ])
})

test('US: the sentence to the letter, goods in return with their value, the limit of the deduction above $75', () => {
  expect(told('US', [asGift()]).sentences).toEqual([NO_GOODS])
  const goods = { goodsValue: 3_000, goodsDescription: 'Dinner' }
  const both = told('US', [asGift(goods), asGift({ id: 'b' })]).sentences
  expect(both[0]).toMatch(/Dinner, estimated value \$30\.00\. The amount that is deductible .* limited to the excess/)
  expect(both[1]).toBe(`All other contributions: ${NO_GOODS}`)
  const rule = ruleFor('US', '2026-11-23')
  expect(isDisclosed(rule, { currency: 'USD', amount: 7_500, advantage: 1 })).toBe(false)
  expect(isDisclosed(rule, { currency: 'USD', amount: 7_501, advantage: 1 })).toBe(true)
  expect(isDisclosed(rule, { currency: 'EUR', amount: 100, advantage: 1 })).toBe(true)
  expect(rule.acknowledgeFrom).toBe(25_000)
})

test('Canada: official, CRA and its address, the number that it replaces, advantage and eligible amount', () => {
  const lines = [{ fund: 'General', amount: 10_000, refunded: 0, deductible: 7_000 }]
  const one = told('CA', [asGift({ currency: 'CAD', goodsValue: 3_000, lines })], { replaces: 'C2026-00001' })
  expect(one).toMatchObject({
    title: 'Official receipt for income tax purposes',
    totals: [{ amount: 10_000, eligible: 7_000, advantage: 3_000 }],
  })
  expect(one.sentences.join('\n')).toMatch(/Canada Revenue Agency: canada\.ca\/charities-giving/)
  expect(one.sentences.join('\n')).toMatch(/cancels and replaces receipt no\. C2026-00001/)
  const none = [{ fund: 'Shop', amount: 10_000, refunded: 0, deductible: 0 }]
  expect(told('CA', [asGift({ currency: 'CAD', lines: none })]).title).toMatch(/not an official receipt/)
})

test('rules are of their day; a country without one has no tax sentences', () => {
  expect(ruleFor('US', '1980-01-01').country).toBe('')
  expect(ruleFor('GB', '2026-01-01')).toMatchObject({ currency: 'GBP', yearEnd: '04-05' })
  expect(told('MX', [asGift()]).sentences).toEqual([])
  expect(told('US', [asGift()]).rule).toEqual({
    country: 'US',
    from: '1994-01-01',
    source: expect.stringContaining('170(f)(8)'),
  })
})

test('the charity’s data are checked by country', () => {
  const charity = { legalName: 'Grace', address: '1 Main St', taxId: '12-3456789', placeIssued: '', signatory: '' }
  expect(charityProblems('US', charity, true)).toEqual({})
  expect(Object.keys(charityProblems('CA', { ...charity, taxId: '123456789RR0001' }, true))).toEqual([
    'placeIssued',
    'signatory',
  ])
  for (const [country, taxId] of [
    ['US', '123456789'],
    ['CA', '123456789'],
    ['GB', 'X'],
  ])
    expect(charityProblems(country!, { ...charity, taxId: taxId! }), country).toHaveProperty('taxId')
  expect(charityProblems('GB', { ...charity, taxId: 'XR12345' }, true)).toEqual({})
})

test('numbers, years and figures', () => {
  expect(numberText('G-', 2026, 12)).toBe('G-2026-00012')
  expect(yearPeriod(2026, '12-31')).toEqual({ from: '2026-01-01', to: '2026-12-31' })
  expect(yearPeriod(2026, '04-05')).toEqual({ from: '2025-04-06', to: '2026-04-05' })
  const renamed = asGift({ lines: [{ fund: 'Renamed', amount: 10_000, refunded: 0, deductible: 10_000 }] })
  expect(figuresOf([renamed])).toBe(figuresOf([asGift()]))
  expect(figuresOf([asGift({ day: '2026-03-02' })])).not.toBe(figuresOf([asGift()]))
})

test('statements are of the year that ended last: the tax year to April 5 in the United Kingdom', () => {
  expect(statementYear('2027-04-06', '04-05')).toEqual({ from: '2026-04-06', to: '2027-04-05' })
  expect(statementYear('2027-04-05', '04-05')).toEqual({ from: '2026-04-06', to: '2027-04-05' })
  expect(statementYear('2027-09-01', '04-05')).toEqual({ from: '2026-04-06', to: '2027-04-05' })
  expect(statementYear('2027-01-15', '12-31')).toEqual({ from: '2026-01-01', to: '2026-12-31' })
  expect(statementYear('2026-11-23', '12-31')).toEqual({ from: '2026-01-01', to: '2026-12-31' })
  expect(statementYear('2027-03-15', '02-29')).toEqual({ from: '2026-03-01', to: '2027-02-28' })
})
