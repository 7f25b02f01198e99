import { expect, test } from 'vitest'
import { fallbackPlans, offersOf, type PlanOnSale, softwareOf } from './offers.ts'

const plan = (given: Partial<PlanOnSale> = {}): PlanOnSale => ({
  name: 'Starter',
  description: '',
  popular: false,
  features: ['1,000 leads', 'Import with undo'],
  limits: { leads: 1_000 },
  trialDays: 14,
  prices: [
    { id: 'm', unitAmount: 2_900, currency: 'USD', interval: 'month' },
    { id: 'y', unitAmount: 29_000, currency: 'USD', interval: 'year' },
  ],
  ...given,
})

test('a card leads to a sign-up with its own price, by the month and by the year', () => {
  const [monthly] = offersOf([plan()], 'month')
  const [annual] = offersOf([plan()], 'year')
  expect(monthly).toMatchObject({ price: '$29', saving: null, href: '/login?signup=true&priceId=m' })
  expect(annual).toMatchObject({ price: '$290', saving: '$58', href: '/login?signup=true&priceId=y' })
})

test('a plan that is not sold in a rhythm has no card there', () => {
  const once = plan({ prices: [{ id: 'm', unitAmount: 2_950, currency: 'USD', interval: 'month' }] })
  expect(offersOf([once], 'year')).toEqual([])
  expect(offersOf([once], 'month')[0]!.price).toBe('$29.50')
})

test('limits are said once, whether the words name them or not', () => {
  const lines = (given: Partial<PlanOnSale>) => offersOf([plan(given)], 'month')[0]!.lines
  expect(lines({})).toEqual(['1,000 leads', 'Import with undo'])
  expect(lines({ features: ['Import with undo'] })).toEqual(['1,000 leads', 'Import with undo'])
  expect(lines({ features: ['Unlimited contacts'], limits: { emails: null, contacts: null } })).toEqual([
    'Unlimited contacts',
  ])
})

test('without plans the demo prices stand in, and lead to a sign-up without a price', () => {
  const offers = offersOf(fallbackPlans, 'month')
  expect(offers.map(({ name, price, popular, lines }) => [name, price, popular, lines])).toEqual([
    ['Starter', '$29', false, ['1,000 leads']],
    ['Professional', '$79', true, ['10,000 leads']],
    ['Enterprise', '$199', false, ['Unlimited leads']],
  ])
  expect(offers.every(offer => offer.href === '/login?signup=true')).toBe(true)
})

test('prices are told to machines in units with the currency’s digits', () => {
  const yen = plan({ prices: [{ id: 'j', unitAmount: 3_000, currency: 'JPY', interval: 'month' }] })
  expect(softwareOf([plan()]).offers.map(({ price, priceCurrency }) => [price, priceCurrency])).toEqual([
    ['29.00', 'USD'],
    ['290.00', 'USD'],
  ])
  expect(softwareOf([yen]).offers).toMatchObject([{ price: '3000', priceCurrency: 'JPY' }])
})
