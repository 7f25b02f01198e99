import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { somebody } from '#testing/portal.ts'

test('Gift Aid: declared, claimed once, as HMRC’s schedule without formulas; small cash as a sum; not outside the UK', async () => {
  const church = await aChurch()
  const ann = await somebody(church, 'Ann', `${randomUUID()}@example.org`)
  const declared = {
    personId: ann.id,
    firstName: '=Ann',
    lastName: 'Miller',
    address: '12 High Street\nLeeds',
    postcode: 'ls11aa',
    scope: 'all' as const,
  }
  await expect(church.finance.giftAid.create(declared)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await query(`update clients set country = 'GB', currency = 'GBP' where id = $1`, [church.id])
  await expect(church.finance.giftAid.create({ ...declared, postcode: '78701' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const made = await church.finance.giftAid.create(declared)
  expect(made).toMatchObject({ postcode: 'LS1 1AA', coversTo: null })
  const give = (personId: string | null, amount: number, more: object = {}) =>
    church.finance.gifts.record({
      key: randomUUID(),
      receivedOn: '2026-06-01',
      method: 'cash',
      confirmed: true,
      personId,
      lines: [{ amount }],
      ...more,
    })
  await give(ann.id, 10_000)
  await give(null, 2_000)
  await give(null, 3_001)
  const period = { from: '2026-04-06', to: '2027-04-05' }
  expect(await church.finance.giftAid.claimable(period)).toEqual({
    declared: { gifts: 1, amount: 10_000 },
    smallCash: { gifts: 1, amount: 2_000 },
  })
  const claims = await Promise.allSettled([church.finance.giftAid.claim(period), church.finance.giftAid.claim(period)])
  expect(claims.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  const [claim] = (await church.finance.giftAid.claims({})).items
  const { csv } = await church.finance.giftAid.schedule(claim!)
  expect(csv).toContain('Title,First name,Last name,House name or number,Postcode,Aggregated donations,Sponsored event')
  expect(csv).toContain(`Miller,12,LS1 1AA,,,01/06/26,100.00`)
  expect(csv).not.toMatch(/(^|,)=Ann/m)
  expect(await church.finance.giftAid.cancel(made)).toMatchObject({ canceledOn: expect.any(String) })
})
