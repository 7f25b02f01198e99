import { expect, test } from 'vitest'
import { divideRounded, percentOf, salesAndTax, totalsOf } from './amounts.ts'
import { duePeriods, feeOf, type LateFeeTerms, lastDay } from './late-fees.ts'
import { defaultSchedule, dueReminder } from './reminders.ts'
import { balanceOf, stateAfter } from './states.ts'
import { dayIn, dueDate, numberOf } from './terms.ts'

test.each([
  ['2027-01-31', 'net_30', '2027-03-02'],
  ['2028-01-31', 'net_30', '2028-03-01'],
  ['2026-11-23', 'due_on_receipt', '2026-11-23'],
  ['2026-12-20', 'net_15', '2027-01-04'],
  ['2026-02-28', 'net_60', '2026-04-29'],
  ['2026-10-20', 'net_15', '2026-11-04'],
] as const)('issued %s, %s: due %s, over months, leap years and clock changes', (issued, terms, due) =>
  expect(dueDate(issued, terms)).toBe(due),
)

test.each([
  ['2026-01-01T03:00:00Z', 'America/Chicago', '2025-12-31'],
  ['2026-01-01T03:00:00Z', 'Europe/London', '2026-01-01'],
  ['2025-12-31T12:00:00Z', 'Pacific/Auckland', '2026-01-01'],
])('%s is in %s the day %s', (at, zone, day) => expect(dayIn(new Date(at), zone)).toBe(day))

test('numbers have five digits, and more where a year has more', () => {
  expect([numberOf('INV', 2026, 1), numberOf('CN', 2027, 99_999), numberOf('INV', 2026, 100_000)]).toEqual([
    'INV-2026-00001',
    'CN-2027-99999',
    'INV-2026-100000',
  ])
})

test.each([
  [2_900, 2.5, 73],
  [100, 0.5, 1],
  [-2_900, 2.5, -73],
  [1_000, 8.25, 83],
  [9_007_199_254_740, 100, 9_007_199_254_740],
])('%i at %f percent is %i', (amount, rate, expected) => expect(percentOf(amount, rate)).toBe(expected))

test('fractions round half away from zero', () => {
  expect([5n, -5n, 4n, -4n].map(n => divideRounded(n, 10n))).toEqual([1n, -1n, 0n, 0n])
})

const line = (unitAmount: number, quantity = 1, taxRate = 0) => ({ unitAmount, quantity, taxRate, taxName: 'Tax' })

test('tax is rounded once for each rate, and what the lines say adds up to it', () => {
  const totals = totalsOf([line(333, 1, 8.25), line(333, 1, 8.25), line(334, 1, 8.25), line(500)])
  expect(totals).toMatchObject({ subtotal: 1_500, tax: 83, total: 1_583 })
  expect(totals.taxes).toEqual([{ name: 'Tax', rate: 8.25, base: 1_000, tax: 83 }])
  expect(totals.lines.map(({ tax }) => tax)).toEqual([28, 27, 28, 0])
  expect(totalsOf([line(1_999, 1.5), line(-500)])).toMatchObject({ subtotal: 2_499, tax: 0, total: 2_499 })
  expect(totalsOf([line(10, 0.333)]).lines).toEqual([{ amount: 3, tax: 0 }])
})

test('lines of random invoices add up to their totals, and a part splits into sales and tax without a cent left', () => {
  let seed = 7
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
  for (let n = 0; n < 500; n++) {
    const lines = Array.from({ length: 1 + random(6) }, () =>
      line(1 + random(90_000), (1 + random(5_000)) / 1_000, [0, 5, 7.375, 20][random(4)]),
    )
    const { subtotal, tax, total, lines: amounts } = totalsOf(lines)
    expect(amounts.reduce((sum, one) => sum + one.amount, 0)).toBe(subtotal)
    expect(amounts.reduce((sum, one) => sum + one.tax, 0)).toBe(tax)
    const part = 1 + random(total + 1)
    const both = salesAndTax(part, { subtotal, tax })
    expect(both.sales + both.tax).toBe(part)
  }
})

const terms: LateFeeTerms = { kind: 'percentage', rate: 2.5, amount: 2_500, graceDays: 0, repeat: 'monthly', cap: null }
const invoice = { total: 2_900, subtotal: 2_900, tax: 0, due: '2026-10-31', settled: [] }
const zone = 'America/Chicago'
const paid = (amount: number, at: string) => ({ amount, day: dayIn(new Date(at), zone) })

test('a late fee is a part of what is unpaid, or fixed', () => {
  expect(feeOf(invoice, terms, 1, 0)).toBe(73)
  expect(feeOf(invoice, { ...terms, kind: 'fixed' }, 1, 0)).toBe(2_500)
})

test('it leaves tax and earlier fees out, and stops at the cap', () => {
  const taxed = { ...invoice, total: 3_190, tax: 290 }
  expect(feeOf(taxed, terms, 1, 0)).toBe(73)
  expect(feeOf(taxed, terms, 2, 73)).toBe(73)
  const capped = { ...terms, cap: 100 }
  expect([0, 73, 100, 200].map(before => feeOf(taxed, capped, 2, before))).toEqual([73, 27, 0, 0])
})

test('what counts is when the payment was made, by the local day', () => {
  // 23:30 in Chicago on the last day, a day later in UTC.
  expect(feeOf({ ...invoice, settled: [paid(2_900, '2026-11-01T04:30:00Z')] }, terms, 1, 0)).toBe(0)
  expect(feeOf({ ...invoice, settled: [paid(2_900, '2026-11-01T05:30:00Z')] }, terms, 1, 0)).toBe(73)
  expect(feeOf({ ...invoice, settled: [paid(900, '2026-10-01T12:00:00Z')] }, terms, 1, 0)).toBe(50)
})

test('periods end after the grace days, each month on the same day or the last', () => {
  const graced = { ...terms, graceDays: 5 }
  expect([1, 2, 3].map(period => lastDay('2026-01-31', terms, period))).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
  ])
  expect(lastDay('2026-10-31', graced, 1)).toBe('2026-11-05')
  expect(duePeriods('2026-10-31', graced, '2026-11-05')).toEqual([])
  expect(duePeriods('2026-10-31', graced, '2026-11-06')).toEqual([1])
  expect(duePeriods('2026-10-31', graced, '2027-01-06')).toEqual([1, 2, 3])
  expect(duePeriods('2026-10-31', { ...graced, repeat: 'once' }, '2027-01-06')).toEqual([1])
})

test('a reminder is due on its day or shortly after, once, and not for days before the invoice was sent', () => {
  const on = (today: string, done: number[] = [], sentOn = '2026-11-01') =>
    dueReminder(defaultSchedule, { due: '2026-11-20', today, sentOn, done })
  expect(
    ['2026-11-16', '2026-11-17', '2026-11-20', '2026-11-23', '2026-11-27', '2026-12-04'].map(day => on(day)),
  ).toEqual([undefined, -3, 0, 3, 7, 14])
  expect(on('2026-11-17', [-3])).toBeUndefined()
  expect(on('2026-11-19')).toBe(-3)
  expect(on('2026-11-26')).toBeUndefined()
  expect(on('2026-11-18', [], '2026-11-18')).toBeUndefined()
  expect(on('2026-12-30')).toBeUndefined()
})

test('states follow the sums', () => {
  const sums = { total: 1_000, paid: 0, credited: 0, fees: 0 }
  expect(stateAfter('open', sums)).toBe('open')
  expect(stateAfter('open', { ...sums, paid: 1 })).toBe('partially_paid')
  expect(stateAfter('partially_paid', { ...sums, paid: 600, credited: 400 })).toBe('paid')
  expect(stateAfter('paid', { ...sums, paid: 1_000, fees: 25 })).toBe('partially_paid')
  expect(stateAfter('paid', sums)).toBe('open')
  expect(stateAfter('void', { ...sums, paid: 1_000 })).toBe('void')
  expect(stateAfter('uncollectible', { ...sums, paid: 10 })).toBe('uncollectible')
  expect(stateAfter('uncollectible', { ...sums, paid: 1_000 })).toBe('paid')
  expect(balanceOf({ ...sums, paid: 1_200 })).toBe(-200)
})
