import { expect, test } from 'vitest'
import { natural, problemWith, split } from './accounts.ts'

const cash = { key: 'cash', kind: 'asset', name: 'Cash' } as const
const fund = { key: 'fund:a', kind: 'income', name: 'General' } as const

test('the sides of an entry balance to the minor unit', () => {
  expect(
    problemWith([
      { account: cash, amount: 100 },
      { account: fund, amount: -100 },
    ]),
  ).toBeUndefined()
  expect(
    problemWith([
      { account: cash, amount: 100 },
      { account: fund, amount: -99 },
    ]),
  ).toBe('The sides differ by 1.')
  expect(problemWith([{ account: cash, amount: 100 }])).toContain('two sides')
  for (const amount of [0, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])
    expect(
      problemWith([
        { account: cash, amount },
        { account: fund, amount: -amount },
      ]),
    ).toContain('whole number')
})

test('income is read as what came in, an asset as what is there', () => {
  expect([natural('income', -500), natural('asset', 500), natural('expense', 30), natural('liability', -20)]).toEqual([
    500, 500, 30, 20,
  ])
  expect(natural('income', 0)).toBe(0)
})

test('a split sums to the amount, whatever the weights', () => {
  expect(split(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(split(-100, [1, 1, 1])).toEqual([-34, -33, -33])
  expect(split(1, [0, 5, 5])).toEqual([0, 1, 0])
  expect(split(7_755, [5_000, 2_500])).toEqual([5_170, 2_585])
  let seed = 7
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
  for (let round = 0; round < 2_000; round++) {
    const weights = Array.from({ length: 1 + random(6) }, () => random(100_000))
    weights[0]! += 1
    const amount = random(1_000_000_000) - 500_000_000
    const parts = split(amount, weights)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    for (const [at, part] of parts.entries()) expect(Math.abs(part - (amount * weights[at]!) / total)).toBeLessThan(1)
  }
  expect(() => split(100, [0, 0])).toThrow()
})
