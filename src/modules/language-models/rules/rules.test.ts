import { expect, test } from 'vitest'
import { effectiveCap, formatDollars, isWithinCap, monthOf } from './budget.ts'
import { catalog, modelOf, priceOf, providers } from './models.ts'

const own = { provider: 'openai', model: 'ft:mine', baseUrl: '', inputPrice: 5, outputPrice: 6 } as const

test('each model of the catalog has a provider, a label and prices, and is listed once', () => {
  for (const { provider, id, label, note, input, output } of catalog) {
    expect(providers).toContain(provider)
    expect([label, note, input > 0, output >= input]).toEqual([expect.stringMatching(/\S/), note, true, true])
    expect(catalog.filter(one => one.id === id)).toHaveLength(1)
  }
  expect(catalog.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['GPT-4', 'GPT-3.5 Turbo', 'Claude', 'Bard']),
  )
})

test('prices of one’s own win, except on the key of the server; without a price there is none', () => {
  const listed = { ...own, model: 'gpt-4.1' }
  const { input, output } = modelOf('openai', 'gpt-4.1')!
  expect(priceOf(own, false)).toEqual({ input: 5, output: 6 })
  expect(priceOf(listed, true)).toEqual({ input, output })
  expect(priceOf(own, true)).toBeNull()
  expect(priceOf({ ...own, outputPrice: null }, false)).toBeNull()
  expect(priceOf({ ...own, provider: 'compatible' }, true)).toEqual({ input: 5, output: 6 })
})

test('a month is the church’s own, and a cap is reached to the micro-dollar', () => {
  const at = new Date('2027-01-01T03:00:00Z')
  expect([monthOf(at, 'America/Chicago'), monthOf(at, 'UTC')]).toEqual(['2026-12', '2027-01'])
  expect([effectiveCap(5_000, false), effectiveCap(5_000, true), effectiveCap(100, true)]).toEqual([
    50_000_000, 20_000_000, 1_000_000,
  ])
  expect([isWithinCap(4, 3, 3, 10), isWithinCap(5, 3, 3, 10)]).toEqual([true, false])
  expect([formatDollars(0), formatDollars(1_234_567), formatDollars(1_100)]).toEqual(['$0.00', '$1.23', '$0.0011'])
})
