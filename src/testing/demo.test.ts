// Isolated: the demo is seeded into an empty database
import { expect, test } from 'vitest'
import { seedDemo } from '#app/seed.ts'
import { demoUser } from '#identity/demo/service.ts'
import { openSession } from '#identity/sessions/service.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asIdentity } from '#kernel/run.ts'
import { verify } from '#kernel/tokens.ts'
import { clientFor, nobody } from './church.ts'
import { testHouse } from './house.ts'

test('the demo church has the figures of the founding description, from real rows, however often it is seeded', async () => {
  await testHouse()
  await Promise.all([seedDemo(), seedDemo()])
  await seedDemo()
  // The jobs that seeding asked for change none of the figures.
  await runWaitingJobs()
  const session = await asIdentity('test', async ctx =>
    openSession(ctx, await demoUser(ctx), 'demo', { ip: '127.0.0.1', userAgent: 'test' }),
  )
  const claims = await verify(session.access_token)
  const { accounts, user } = await clientFor({ ...nobody(), claims }).clients.mine({})
  expect(user.role).toBe('admin')
  expect(accounts.map(account => [account.name, account.role])).toEqual([
    ['Grace Community Church', 'owner'],
    ['Lampstand', 'owner'],
  ])

  const demo = clientFor({ ...nobody(accounts[0]!.id), claims })
  const { total, conversion } = await demo.leads.stats({})
  expect(total).toBe(152)
  expect(conversion).toEqual({ won: 5, closed: 27, rate: 18.5, days: 90 })
  expect(await demo.conversations.counts({})).toMatchObject({ open: 24, unread: 24 })
  const threads = (await demo.conversations.list({ limit: 24 })).items
  const talked = await Promise.all(threads.map(({ id }) => demo.conversations.items({ id, limit: 50 })))
  expect(Math.max(...talked.map(({ items }) => items.length))).toBe(6)
  expect(talked.flatMap(({ items }) => items).filter(one => one.kind === 'note').length).toBeGreaterThan(2)
  expect(await demo.campaigns.counts({})).toMatchObject({ active: 8 })
  expect((await demo.campaigns.list({ channel: 'email', state: 'active' })).total).toBe(5)
  const past = (await demo.campaigns.list({ channel: 'email', state: 'sent' })).items
  expect(past).toHaveLength(6)
  for (const one of past) expect(one.delivered).toBeGreaterThan(100)
  const asked = (await demo.smsCampaigns.list({ state: 'sent' })).items.find(one => one.poll)!
  expect(asked.progress?.replied).toBe(27)
  expect((await demo.people.count({})).count).toBe(240)
  expect(await demo.duplicates.count({})).toEqual({ count: 3 })
  expect((await demo.telephony.sent({})).ever).toBe(2_596)
  expect((await demo.telephony.summary({})).activeNumbers).toBe(2)
  expect((await demo.calls.list({})).total).toBe(86)

  const { columns } = await demo.leads.counts({})
  expect(columns.reduce((sum, column) => sum + column.count, 0)).toBe(152)
  expect((await demo.leads.bySource({})).total).toBe(152)
  const recent = (await demo.leads.list({ limit: 5 })).items.map(lead => lead.createdAt.getTime())
  expect(recent).toEqual([...recent].sort((a, b) => b - a))
})
