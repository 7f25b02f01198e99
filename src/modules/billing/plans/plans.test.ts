// Isolated: reads the price lists as a first start makes them
import { expect, test } from 'vitest'
import { clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'

const shown = async (family: 'crm' | 'suite') => {
  await testHouse()
  const { items } = await clientFor(nobody()).plans.list({ family })
  return items.map(({ name, popular, limits, trialDays, prices }) => [
    name,
    prices.map(({ unitAmount, currency, interval }) => `${unitAmount} ${currency} ${interval}`),
    popular,
    limits,
    trialDays,
  ])
}

test('the two price lists of a new installation, cheapest first', async () => {
  expect(await shown('crm')).toEqual([
    ['Starter', ['2900 USD month', '29000 USD year'], false, { leads: 1_000, members: 3 }, 14],
    ['Professional', ['7900 USD month', '79000 USD year'], true, { leads: 10_000, members: 25 }, 14],
    ['Enterprise', ['19900 USD month', '199000 USD year'], false, { leads: null, members: null }, 14],
  ])
  expect(await shown('suite')).toEqual([
    ['Starter', ['9700 USD month', '97000 USD year'], false, { emails: 5_000, contacts: 1_000, members: 3 }, 14],
    ['Growth', ['19700 USD month', '197000 USD year'], true, { emails: 15_000, members: 25 }, 14],
    ['Ministry', ['39700 USD month', '397000 USD year'], false, { emails: null, contacts: null, members: null }, 14],
  ])
})
