import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { mailbox, query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { hiddenIn } from '#testing/forms.ts'
import { deliverGatewayNotices, payAt } from '#testing/gateways.ts'
import { slugOf } from '#testing/portal.ts'
import { aServer } from '#testing/web.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const charity = {
  legalName: 'Grace Church',
  address: '1 Main St',
  taxId: '',
  prefix: '',
  placeIssued: '',
  signatory: '',
  signatoryTitle: '',
  contact: '',
  yearEnd: '12-31',
  emailReceipts: true,
}
async function give(church: Church, fields: Record<string, string>) {
  const { send } = await aServer()
  const path = `/give/${await slugOf(church)}`
  const html = await (await send(path)).text()
  clock.advance(minutes(1))
  const who = { firstName: 'Maria', lastName: 'Lopez', _opened: hiddenIn(html, '_opened'), key: hiddenIn(html, 'key') }
  const answer = await send(path, {
    method: 'POST',
    redirect: 'manual' as const,
    body: new URLSearchParams({ ...who, ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Mozilla/5.0' },
  })
  return { status: answer.status, text: await answer.text(), url: answer.headers.get('location') ?? '' }
}
async function paid(church: Church, fields: Record<string, string>) {
  await payAt((await give(church, fields)).url)
  await deliverGatewayNotices()
  await deliverGatewayNotices()
  await church.settle()
  return (await church.finance.gifts.list({})).items[0]!
}

test('an online gift on New Year’s Eve where the church is: one receipt by email, in the old year; a refund asks for a correction once', async () => {
  const church = await aChurch()
  await church.owner.receiptSettings.save({ ...charity, taxId: '12-3456789' })
  // 11 PM in New York, and the next year in London.
  clock.advance(Date.parse('2027-01-01T04:00:00Z') - clock.ms())
  const email = `${randomUUID()}@example.org`
  const gift = await paid(church, { other: '100', email })
  expect(gift.receivedOn).toBe('2026-12-31')
  expect(await mailbox(email, 'gift_confirmation')).toHaveLength(1)
  const run = await church.finance.givingStatements.create({ from: '2026-01-01', to: '2026-12-31', confirmed: true })
  await church.settle()
  expect(await church.finance.givingStatements.get(run)).toMatchObject({ issued: 1 })
  for (const amount of [2_500, 1_000]) {
    await church.finance.gifts.refund({ id: gift.id, amount, reason: 'By mistake' })
    await church.settle()
    await deliverGatewayNotices()
    await church.settle()
  }
  expect((await church.finance.givingReceipts.list({ outdated: true })).items).toHaveLength(2)
  const told = (await church.finance.notifications.list({})).items.filter(one => one.type === 'giving-statement')
  expect(told).toHaveLength(2)
  expect(JSON.stringify(told)).not.toMatch(/Maria|100|25\.00/)
  await church.finance.givingStatements.create({
    from: '2026-01-01',
    to: '2026-12-31',
    reason: 'Refund',
    confirmed: true,
  })
  await church.settle()
  const [now] = (await church.finance.givingReceipts.list({ kind: 'statement', status: 'issued' })).items
  expect(now).toMatchObject({ reason: 'Refund', totals: [{ amount: 6_500 }], outdatedAt: null })
})

test('Gift Aid on the giving page of a church in the United Kingdom: with a home address, kept once the gift is paid', async () => {
  const church = await aChurch()
  await query(`update clients set country = 'GB', currency = 'GBP' where id = $1`, [church.id])
  const email = `${randomUUID()}@example.org`
  const without = await give(church, { other: '100', email, giftAid: 'yes' })
  expect([without.status, without.text]).toEqual([422, expect.stringContaining('home address for Gift Aid')])
  const home = { street: '12 High Street', city: 'Leeds', postalCode: 'ls1 1aa' }
  const gift = await paid(church, { other: '100', email, giftAid: 'yes', ...home })
  expect((await church.finance.giftAid.list({ personId: gift.personId! })).items).toMatchObject([
    { source: 'online', postcode: 'LS1 1AA', coversTo: null, wording: expect.stringContaining('UK taxpayer') },
  ])
})
