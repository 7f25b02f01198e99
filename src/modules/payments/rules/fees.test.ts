import { expect, test } from 'vitest'
import { usualFees, withFeeCovered } from './fees.ts'

test('a covered fee is rounded up, so that never less than the gift is left', () => {
  expect(withFeeCovered(7_500, usualFees.stripe)).toBe(7_755)
  for (let gift = 50; gift < 30_000; gift += 37)
    for (const rate of Object.values(usualFees)) {
      const total = withFeeCovered(gift, rate)
      const kept = (sum: number) => (sum * rate.basisPoints) / 10_000 + rate.fixed
      expect(total - kept(total)).toBeGreaterThanOrEqual(gift - 1e-6)
      expect(total - 1 - kept(total - 1)).toBeLessThan(gift)
    }
})
