import { beforeEach, expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { publish } from '#providers/dns/index.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { problemWith } from './rules/records.ts'
import { freeMailWords, SHARED_CAP, warmUpCap } from './rules/warm-up.ts'
import { sendingShareOf, useSendingShare } from './service.ts'

let church: Awaited<ReturnType<typeof aChurch>>
let name: string
beforeEach(async () => {
  church = await aChurch()
  name = `${church.id.slice(-12)}.org`
})

test('in the sandbox nobody takes a domain that another account has verified', async () => {
  const other = await aChurch()
  const mine = await church.owner.sendingDomains.create({ domain: name })
  await church.owner.sendingDomains.publish({ id: mine.id })
  const theirs = await other.owner.sendingDomains.create({ domain: name })
  await expect(other.owner.sendingDomains.publish({ id: theirs.id })).rejects.toMatchObject({ code: 'CLAIMED' })
  expect((await church.owner.sendingDomains.check({ id: mine.id })).verifiedAt).toBeInstanceOf(Date)
})

test('a domain is verified once all three records are found, and no longer when one is gone', async () => {
  const api = church.owner.sendingDomains
  const domain = await api.create({ domain: `https://www.${name.toUpperCase()}/news` })
  expect(domain).toMatchObject({
    domain: name,
    verifiedAt: null,
    records: [{ found: null }, { found: null }, { found: null }],
  })
  await expect(api.create({ domain: name })).rejects.toMatchObject({ code: 'TAKEN' })
  const looked = await api.check({ id: domain.id })
  expect(looked).toMatchObject({
    verifiedAt: null,
    records: [{ found: false, problem: 'There is no SPF record yet.' }, { found: false }, { found: false }],
  })
  for (const record of looked.records.slice(0, 2)) publish(record.name, record.value)
  expect(await api.check({ id: domain.id })).toMatchObject({
    verifiedAt: null,
    records: [{ found: true }, { found: true }, { found: false }],
  })
  expect((await api.publish({ id: domain.id })).verifiedAt).toBeInstanceOf(Date)
  publish(`lampstand._domainkey.${name}`, 'v=DKIM1; k=rsa; p=another')
  expect(await api.check({ id: domain.id })).toMatchObject({
    verifiedAt: null,
    records: [{}, { problem: expect.stringContaining('different key') }, {}],
  })
  const { rows } = await (await testHouse()).owner.query('select dkim_secret from sending_domains where id = $1', [
    domain.id,
  ])
  expect(rows[0].dkim_secret).toMatch(/^v1\./)
  await api.remove({ id: domain.id })
  expect((await api.list({})).items).toEqual([])
  await api.restore({ id: domain.id })
  expect((await api.list({})).items).toHaveLength(1)
})

test('mailboxes that anyone can have are refused with a sentence, beside the field', async () => {
  for (const domain of ['gmail.com', 'Outlook.com', 'yahoo.co.uk', 'icloud.com'])
    await expect(church.owner.sendingDomains.create({ domain })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { issues: [{ path: ['domain'], message: expect.stringContaining('an address of your own domain') }] },
    })
  for (const domain of ['', 'grace', 'grace..org', 'a b.org'])
    await expect(church.owner.sendingDomains.create({ domain }), domain).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(freeMailWords('news@gracechurch.org')).toBeUndefined()
  await expect(church.staff.sendingDomains.create({ domain: name })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a new domain has room for more with each day that it sends; the shared address never has', async () => {
  expect([0, 1, 2, 6, 7].map(warmUpCap)).toEqual([1_000, 2_000, 4_000, 64_000, null])
  const of = (domain: string) => church.inside(ctx => sendingShareOf(ctx, domain, true))
  const use = (domain: string, n: number) =>
    church.inside(async ctx => {
      await sendingShareOf(ctx, domain, true)
      await useSendingShare(ctx, domain, n)
    })
  expect(await of(name)).toMatchObject({ cap: 1_000, room: 1_000 })
  await use(name, 990)
  expect(await of(name)).toMatchObject({ cap: 1_000, room: 10 })
  await use('', SHARED_CAP + 5)
  expect(await of('')).toMatchObject({ room: 0 })
  clock.advance(days(1))
  expect(await of(name)).toMatchObject({ cap: 2_000, room: 2_000 })
  clock.advance(days(1))
  // A day without mail makes it no better known.
  expect(await of(name)).toMatchObject({ cap: 2_000 })
  expect(await of('')).toMatchObject({ cap: SHARED_CAP, room: SHARED_CAP })
  clock.reset()
})

test('what stands in the DNS is read as other mail servers read it', () => {
  const facts = { domain: 'g.org', selector: 's', publicKey: 'KEY', house: 'mail.example.org' }
  const spf = (...found: string[]) => problemWith('spf', found, facts)
  expect(spf('v=spf1 mx include:mail.example.org -all', 'unrelated')).toBeUndefined()
  expect(spf('v=spf1 mx -all')).toContain('include:mail.example.org')
  expect(spf('v=spf1 include:mail.example.org ~all', 'v=spf1 mx ~all')).toContain('two SPF records')
  expect(spf('v=spf1 include:mail.example.org +all')).toContain('+all')
  expect(problemWith('dkim', ['v=DKIM1; k=rsa; p=KE Y'], facts)).toBeUndefined()
  expect(problemWith('dmarc', ['v=DMARC1; p=reject; rua=mailto:x@g.org'], facts)).toBeUndefined()
  expect(problemWith('dmarc', ['v=DMARC1;'], facts)).toContain('no policy')
})
