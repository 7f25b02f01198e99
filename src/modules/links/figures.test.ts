import { afterEach, expect, test } from 'vitest'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { recordGoal } from './goals/service.ts'
import { countDays, makePartitions } from './service/days.ts'
import { type LinkFigures, linkFigures, linkTotals } from './service/figures.ts'
import { placeLink } from './service/places.ts'
import { follow } from './service.ts'

const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const firefox = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/132.0'
afterEach(() => clock.reset())

/** A church in Chicago, at noon of a Wednesday in standard time, with two signs. */
async function twoSigns() {
  const church = await aChurch()
  const { version } = await church.owner.church.read({})
  await church.owner.church.change({ timeZone: 'America/Chicago', version })
  clock.advance(Date.parse('2026-12-02T18:00:00Z') - clock.ms())
  const [door, pew] = [crypto.randomUUID(), crypto.randomUUID()]
  const codes = new Map<string, string>()
  for (const id of [door, pew]) {
    const owner = { module: 'test', id }
    const { code } = await church.inside(ctx => placeLink(ctx, owner, { target: 'https://x.example/', source: 'qr' }))
    codes.set(id, code)
  }
  const scan = async (id: string, { ip = '8.8.8.8', userAgent = safari, method = 'GET' } = {}) =>
    follow(codes.get(id)!, { ip, userAgent, method, untracked: false, isPrefetch: false })
  const figures = (ids: string[] | null, from = '2026-12-01', to = '2026-12-05'): Promise<LinkFigures> =>
    church.inside(ctx => linkFigures(ctx, 'test', ids, { from, to }))
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) => church.inside(work)
  return { church, door, pew, scan, figures, inside }
}

test('figures by day, country, device, hour and owner are the same before and after days are counted', async () => {
  const { door, pew, scan, figures, inside } = await twoSigns()
  await scan(door)
  await scan(door)
  await scan(door, { userAgent: firefox, ip: '212.58.244.70' })
  await scan(pew)
  await scan(pew, { method: 'HEAD' })
  clock.advance(hours(12)) // midnight of Thursday in Chicago
  await scan(door)
  const before = { all: await figures(null), door: await figures([door]) }
  expect(before.all).toMatchObject({ clicks: 5, unique: 4, machines: 1, conversions: 0 })
  expect(before.all.days.map(({ clicks }) => clicks)).toEqual([0, 4, 1, 0, 0])
  expect(before.all.days.map(({ unique }) => unique)).toEqual([0, 3, 1, 0, 0])
  expect(before.all.countries).toEqual([
    { key: 'US', clicks: 4 },
    { key: 'GB', clicks: 1 },
  ])
  expect(before.all.devices).toEqual([
    { key: 'phone', clicks: 4 },
    { key: 'computer', clicks: 1 },
  ])
  expect(before.all.hours[2]![12]).toBe(4)
  expect(before.all.hours[3]![0]).toBe(1)
  expect(before.all.owners.map(({ id, clicks }) => [id, clicks])).toEqual([
    [door, 4],
    [pew, 1],
  ])
  expect(before.door).toMatchObject({ clicks: 4, unique: 3, machines: 0 })
  clock.advance(days(1))
  expect(await inside(countDays)).toEqual({ done: true })
  expect({ all: await figures(null), door: await figures([door]) }).toEqual(before)
  // Counted again, nothing changes; what comes later is added at once.
  await inside(countDays)
  await scan(pew)
  expect(await figures(null)).toMatchObject({ clicks: 6, unique: 5 })
  const totals = await inside(ctx => linkTotals(ctx, 'test', [door, pew]))
  expect([totals.get(door), totals.get(pew)]).toMatchObject([
    { clicks: 4, unique: 3 },
    { clicks: 2, unique: 2, machines: 1, week: [0, 0, 0, 0, 1, 0, 1] },
  ])
})

test('a day of 25 hours is one day, and a moved time zone counts no click twice', async () => {
  const { church, door, scan, figures, inside } = await twoSigns()
  clock.advance(Date.parse('2027-11-07T05:30:00Z') - clock.ms()) // half past midnight; the clocks go back at two
  await scan(door)
  clock.advance(hours(24))
  await scan(door) // half past eleven in the evening of the same day
  clock.advance(hours(2))
  await inside(countDays)
  expect((await figures([door], '2027-11-06', '2027-11-08')).days.map(({ clicks }) => clicks)).toEqual([0, 2, 0])
  const { version } = await church.owner.church.read({})
  await church.owner.church.change({ timeZone: 'Pacific/Auckland', version })
  await scan(door)
  expect(await figures([door], '2027-11-06', '2027-11-10')).toMatchObject({ clicks: 3 })
  clock.advance(days(2))
  await inside(countDays)
  expect(await figures([door], '2027-11-06', '2027-11-10')).toMatchObject({ clicks: 3 })
})

test('what a visitor does within a day counts for the link they followed last, once', async () => {
  const { door, pew, scan, figures, inside } = await twoSigns()
  await scan(door)
  clock.advance(hours(1))
  await scan(pew)
  const goal = { kind: 'form', subjectId: crypto.randomUUID(), refId: crypto.randomUUID() } as const
  const reach = (what: typeof goal, ip = '8.8.8.8') =>
    inside(ctx => recordGoal({ ...ctx, ip, userAgent: safari }, what))
  await reach(goal)
  await reach(goal)
  await reach({ ...goal, refId: crypto.randomUUID() }, '9.9.9.9')
  expect((await figures(null)).owners.map(({ id, conversions }) => [id, conversions])).toEqual(
    [door, pew].sort().map(id => [id, id === pew ? 1 : 0]),
  )
  clock.advance(days(1) + hours(1))
  await reach({ ...goal, refId: crypto.randomUUID() })
  expect(await figures(null)).toMatchObject({ conversions: 1 })
})

test('nobody sees another church’s clicks, and a partition is read through its table alone', async () => {
  const { door, scan } = await twoSigns()
  await scan(door)
  const hope = await aChurch('Hope')
  expect(
    await hope.inside(ctx => linkFigures(ctx, 'test', [door], { from: '2026-12-01', to: '2026-12-05' })),
  ).toMatchObject({ clicks: 0, owners: [] })
  const { owner, database } = await testHouse()
  await makePartitions(new Date('2026-09-01'))
  const { rows } = await owner.query<{ name: string; secured: boolean }>(`
    select c.relname as name, c.relrowsecurity as secured from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'short_link_clicks'::regclass`)
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.filter(({ secured }) => !secured)).toEqual([])
  for (const { name } of rows) {
    const direct = await database.pools.app.query(`select count(*)::int as n from ${name}`).catch(() => null)
    expect(direct?.rows[0]?.n ?? 0, name).toBe(0)
  }
})
