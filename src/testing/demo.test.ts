// Isolated: the demo is seeded into an empty database
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#app/contract.ts'
import { seedDemo } from '#app/seed.ts'
import { demoUser } from '#identity/demo/service.ts'
import { openSession } from '#identity/sessions/service.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asIdentity } from '#kernel/run.ts'
import { verify } from '#kernel/tokens.ts'
import { clientFor, nobody } from './church.ts'
import { testHouse } from './house.ts'

beforeAll(async () => {
  await testHouse()
  await Promise.all([seedDemo(), seedDemo()])
  await seedDemo()
  // The jobs that seeding asked for change none of the figures.
  await runWaitingJobs()
}, 60_000)

async function theDemo() {
  const session = await asIdentity('test', async ctx =>
    openSession(ctx, await demoUser(ctx), 'demo', { ip: '127.0.0.1', userAgent: 'test' }),
  )
  const claims = await verify(session.access_token)
  const { accounts, user } = await clientFor({ ...nobody(), claims }).clients.mine({})
  return { accounts, user, demo: clientFor({ ...nobody(accounts[0]!.id), claims }) }
}

test('the demo church has the figures of the founding description, from real rows, however often it is seeded', async () => {
  const { accounts, user, demo } = await theDemo()
  expect(user.role).toBe('admin')
  expect(accounts.map(account => [account.name, account.role])).toEqual([
    ['Grace Community Church', 'owner'],
    ['Lampstand', 'owner'],
  ])

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

interface Change {
  path: string[]
  isPatch: boolean
}
/** Procedures that change a row by its id, or settings, in which every field may be left out. */
const changes = (node: any, path: string[] = []): Change[] => {
  if (!('~orpc' in node)) return Object.entries(node).flatMap(([name, child]) => changes(child, [...path, name]))
  const { inputSchema, route } = node['~orpc']
  const isPatch = route.method === 'PATCH'
  if (!inputSchema || !(isPatch || path.at(-1) === 'change')) return []
  const { required = [] } = z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' })
  return required.every(name => name === 'id' || name === 'version') ? [{ path, isPatch }] : []
}

test('a change without fields answers the row as it is', async () => {
  const { demo } = await theDemo()
  const [tried, wrong]: [string[], string[]] = [[], []]
  for (const { path, isPatch } of changes(contract)) {
    const resource = path.slice(0, -1).reduce((node: any, name) => node[name], demo)
    const read = async () => {
      if (!isPatch) return (resource.read ?? resource.get ?? resource.settings)({})
      const [row] = (await resource.list({ limit: 1 })).items
      return row && resource.get ? resource.get({ id: row.id }) : row
    }
    // What is listed for one thing alone (the answers of a thread) is left to its own tests.
    const before = await read().catch(() => undefined)
    if (!before) continue
    const input = { ...(isPatch && { id: before.id }), ...('version' in before && { version: before.version }) }
    const answer = await resource[path.at(-1)!](input).catch((error: any) => error)
    // A refusal in words is as good: it says what can't be changed now.
    const isBug = answer instanceof Error && (answer as any).code === 'INTERNAL_SERVER_ERROR'
    const isChange = !(answer instanceof Error) && 'version' in before && answer.version !== before.version
    if (isBug || isChange) wrong.push(path.join('.'))
    tried.push(path.join('.'))
  }
  expect(wrong).toEqual([])
  expect(tried).toEqual(expect.arrayContaining(['leads.update', 'conversations.update', 'forms.update']))
})
