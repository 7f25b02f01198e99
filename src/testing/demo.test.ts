// Isolated: the demo is seeded into an empty database
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#app/contract.ts'
import { seedDemo } from '#app/seed.ts'
import { demoUser } from '#identity/service/demo.ts'
import { openSession } from '#identity/sessions/service.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asIdentity } from '#kernel/run.ts'
import { verify } from '#kernel/tokens.ts'
import { mainPeople } from '#people/rules/main-people.ts'
import { clientFor, nobody } from './church.ts'
import { query } from './flock.ts'
import { testHouse } from './house.ts'
import { tilesOf } from './tiles.ts'

beforeAll(async () => {
  await testHouse()
  await Promise.all([seedDemo(), seedDemo()])
  await seedDemo()
  // The jobs that seeding asked for change none of the figures.
  await runWaitingJobs()
}, 180_000)

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
  expect(await demo.workflows.stats({})).toMatchObject({ active: 12 })
  expect((await demo.workflowRuns.list({ state: ['waiting'] })).items.length).toBeGreaterThan(10)
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

interface Moment extends Record<string, unknown> {
  what: string
  minute: number
}

test('no message and no call of the demo is outside of 7:00 AM to 9:30 PM by the church’s clock', async () => {
  const { owner } = await testHouse()
  const { rows } = await owner.query<Moment>(`
    with church as (select id, time_zone from clients where name = 'Grace Community Church'),
    moments as (
      select m.client_id, concat_ws(' ', 'message', channel, direction, kind) as what, coalesce(sent_at, created_at) as at from messages m
        where m.kind not like 'notification%' and m.state not in ('queued', 'held')
      union all select client_id, 'call ' || direction, created_at from calls
      union all select client_id, 'item ' || kind, created_at from conversation_items
      union all select client_id, 'chat', created_at from support_messages
      union all select client_id, 'form', created_at from form_submissions
      union all select client_id, type, at from timeline)
    select what, (extract(hour from at at time zone time_zone) * 60 + extract(minute from at at time zone time_zone))::int as minute
    from moments join church on church.id = moments.client_id`)
  expect(rows.length).toBeGreaterThan(3_000)
  expect(rows.filter(({ minute }) => minute < 7 * 60 || minute > 21 * 60 + 30)).toEqual([])
})

test('what the church office did with each of the main people fills their timeline', async () => {
  const { demo } = await theDemo()
  const { owner } = await testHouse()
  const { rows } = await owner.query<{ id: string }>(`
    select p.id from people p join clients c on c.id = p.client_id where c.name = 'Grace Community Church' order by p.id`)
  const main = mainPeople(rows.map(({ id }) => id))
  expect(main.length).toBeGreaterThan(30)
  const entries = await Promise.all(
    main.map(async personId => (await demo.timeline.list({ personId, limit: 50 })).items),
  )
  expect(entries.map(items => items.length).filter(count => count < 10)).toEqual([])
  for (const items of entries) expect(new Set(items.map(({ type }) => type)).size).toBeGreaterThan(3)
  // Nothing happened with anyone before they were known.
  const early = entries.filter(items => items.at(-1)!.type !== 'person.created')
  expect(early.length).toBeLessThan(entries.length / 2)
})

test('every email of the demo is about its own subject, and service times agree', async () => {
  const { demo } = await theDemo()
  const { items } = await demo.campaigns.list({ channel: 'email', limit: 50 })
  const bodies = await Promise.all(
    items.map(async ({ id }) => JSON.stringify((await demo.emailCampaigns.get({ id })).blocks)),
  )
  expect(new Set(bodies).size).toBe(11)
  const { owner } = await testHouse()
  const { rows } = await owner.query<{ words: string }>(`
    select body_text as words from messages m join clients c on c.id = m.client_id where c.name = 'Grace Community Church'
    union all select reply from sms_keywords union all select body from sms_campaigns union all select body from sms_templates
    union all select keys::text from voice_menus`)
  const times = [...bodies, ...rows.map(({ words }) => words)].filter(words =>
    /service|worship|Sunday at|seat for you/i.test(words),
  )
  expect(times.length).toBeGreaterThan(10)
  for (const words of times) expect(words).not.toMatch(/\b(at|and) (eleven|11)\b|Sunday at 10\.|Oak Street\. Answer/)
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

test('demo funnels have a year of visitors, and every figure is the sum of its rows', async () => {
  const { demo, accounts } = await theDemo()
  const { items } = await demo.funnels.list({ days: 365, sort: 'name' })
  expect(items.map(one => [one.name, one.status, one.steps])).toEqual([
    ['Alpha', 'published', 3],
    ['Baptism', 'draft', 2],
    ['Plan a visit', 'published', 3],
  ])
  const visit = items[2]!
  expect(visit.visitors).toBeGreaterThan(2_000)
  expect(visit.conversionRate).toBeGreaterThan(0.08)
  const [sums] = await query(
    `select sum(views)::int as views, count(*)::int as visits, (select count(*)::int from funnel_conversions c where
      c.funnel_id = $1) as conversions from funnel_visits where funnel_id = $1 and client_id = $2`,
    visit.id,
    accounts[0]!.id,
  )
  const today = new Date().toISOString().slice(0, 10)
  const from = new Date(Date.now() - 500 * 86_400_000).toISOString().slice(0, 10)
  const { steps } = await demo.funnels.report({ id: visit.id, from, to: today })
  const sum = (of: (step: (typeof steps)[number]) => number) => steps.reduce((all, step) => all + of(step), 0)
  expect({ ...sums }).toEqual({
    views: sum(one => one.views),
    visits: sum(one => one.visitors),
    conversions: sum(one => one.conversions),
  })
  for (const { ofEntrants, ofPrevious } of steps) expect([ofEntrants! <= 1, ofPrevious! <= 1]).toEqual([true, true])
  const alpha = await demo.funnels.get({ id: items[0]!.id })
  expect(alpha.tests).toMatchObject([{ state: 'running', sides: [{}, {}] }])
  expect((await demo.funnels.get({ id: visit.id })).blockers).toEqual([])
})

test('a tile that counts rows opens as many as it says', async () => {
  const { accounts, demo } = await theDemo()
  for (const [tile, said, opened] of tilesOf(demo, accounts[0]!.timeZone))
    expect([tile, await opened()]).toEqual([tile, await said()])
})
