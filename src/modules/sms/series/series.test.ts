import { randomUUID as id } from 'node:crypto'
import { DateTime } from 'luxon'
import { afterEach, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { aChurch } from '#testing/church.ts'
import { aFlock, atNoon, query, textsTo } from '#testing/flock.ts'
import { runDays } from '../rules/series.ts'
import { sundayUntil } from '../rules/sunday.ts'
import { nextRuns, runSeries } from './service/series-runs.ts'

afterEach(() => clock.reset())
const words = { topic: 'newsletter', audience: { ...emptyAudience, everybody: true }, body: 'Prayer at seven' }
const at = (text: string) => DateTime.fromISO(text, { zone: 'America/Chicago' })
const set = (text: string) => clock.advance(at(text).toMillis() - clock.ms())

test('days by the calendar: every other week, the 31st of short months, the last Friday, until a day', () => {
  const days = (rule: any, count = 4, endsOn: string | null = null) =>
    runDays({ rule, startsOn: '2027-01-05', endsOn }, '2027-01-05', count)
  expect(days({ every: 'week', interval: 2, weekdays: [2, 5] })).toEqual([
    '2027-01-05',
    '2027-01-08',
    '2027-01-19',
    '2027-01-22',
  ])
  expect(days({ every: 'month', interval: 1, day: 31 })).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ])
  expect(days({ every: 'month', interval: 2, nth: -1, weekday: 5 }, 2)).toEqual(['2027-01-29', '2027-03-26'])
  expect(days({ every: 'month', interval: 1, nth: 1, weekday: 7 }, 4, '2027-03-01')).toEqual(['2027-02-07'])
})

test('each run is a campaign with its own audience at the same time by the church’s clock, over a clock change, until it ends', async () => {
  const church = await aChurch('Grace')
  await atNoon(church)
  // Two days before clocks in Chicago go forward.
  set('2027-03-12T12:00')
  const { staff } = church
  const [ann] = await aFlock(church, ['Ann'])
  const series = {
    ...words,
    rule: { every: 'week' as const, interval: 1, weekdays: [6] },
    time: '10:30',
    startsOn: '2027-03-12',
  }
  const key = id()
  const made = await Promise.all([1, 2].map(() => staff.smsSeries.create({ id: key, ...series, mostRuns: 2 })))
  const instants = ['2027-03-13T10:30', '2027-03-20T10:30'].map(text => at(text).toJSDate())
  expect(made[0]!.next).toEqual(instants)
  expect(instants.map(one => one.getUTCHours())).toEqual([16, 15])
  await church.settle()
  set('2027-03-13T10:30')
  await church.settle()
  await church.settle()
  expect(await textsTo(church, ann!)).toHaveLength(1)
  const [bob] = await aFlock(church, ['Bob'])
  await church.inside(ctx => runSeries(ctx, key, instants[0]!)) // said twice
  set('2027-03-20T10:30')
  clock.advance(minutes(1))
  await church.settle()
  await church.settle()
  expect([await textsTo(church, ann!), await textsTo(church, bob!)].map(texts => texts.length)).toEqual([2, 1])
  const runs = await query(`select run_on::text as on from sms_campaigns where series_id = $1 order by 1`, key)
  expect(runs.map(one => one.on)).toEqual(['2027-03-13', '2027-03-20'])
  expect((await staff.smsSeries.list({})).items).toEqual([])
  expect(await query(`select state, runs from sms_series where id = $1`, key)).toEqual([{ state: 'ended', runs: 2 }])
})

test('a pause leaves its runs out; a run that comes hours late is left out; bad rules are refused at their field', async () => {
  const church = await aChurch()
  await atNoon(church)
  set('2027-03-01T12:00')
  const [ann] = await aFlock(church, ['Ann'])
  const { staff, pastor } = church
  const series = {
    ...words,
    rule: { every: 'week' as const, interval: 1, weekdays: [1, 2, 3] },
    time: '17:00',
    startsOn: '2027-03-01',
  }
  const key = id()
  await staff.smsSeries.create({ id: key, ...series })
  await staff.smsSeries.pause({ id: key })
  set('2027-03-01T17:01')
  await church.settle()
  expect(await textsTo(church, ann!)).toEqual([])
  const again = await staff.smsSeries.resume({ id: key })
  expect(again.next[0]).toEqual(at('2027-03-02T17:00').toJSDate())
  set('2027-03-03T09:00')
  await church.settle()
  expect(await textsTo(church, ann!)).toEqual([])
  const [listed] = (await staff.smsSeries.list({})).items
  expect(listed).toMatchObject({
    runs: 0,
    next: [at('2027-03-03T17:00').toJSDate(), expect.any(Date), expect.any(Date)],
  })
  const moved = await staff.smsSeries.update({ id: key, version: listed!.version, time: '18:00' })
  expect(moved.next[0]).toEqual(at('2027-03-03T18:00').toJSDate())
  await expect(staff.smsSeries.update({ id: key, version: listed!.version, body: 'x' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await staff.smsSeries.end({ id: key })
  expect((await staff.smsSeries.list({})).items).toEqual([])
  const refused = (change: object) =>
    staff.smsSeries.create({ id: id(), ...series, ...change }).then(
      () => 'made',
      error => error.data?.issues?.[0]?.path[0] ?? error.code,
    )
  expect(await refused({ rule: { every: 'week', interval: 1, weekdays: [] } })).toBe('rule')
  expect(await refused({ time: '25:00' })).toBe('time')
  expect(await refused({ endsOn: '2027-01-01' })).toBe('endsOn')
  expect(await refused({ body: '' })).toBe('body')
  await expect(pastor.smsSeries.create({ id: id(), ...series })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await query('select 1 from sms_series where client_id = $1 and id <> $2', church.id, key)).toEqual([])
})

test('Sunday morning is kept free by the church’s clock: another hour is offered, all the same is possible, and it can be switched off', async () => {
  const guard = { sundayGuard: true, sundayFrom: 8, sundayUntil: 12 }
  const hours = ['07:59', '08:00', '11:59', '12:00'].map(time => sundayUntil(`2027-03-07T${time}`, guard))
  expect(hours).toEqual([null, '2027-03-07T12:00', '2027-03-07T12:00', null])
  const church = await aChurch()
  await atNoon(church)
  const [ann] = await aFlock(church, ['Ann'])
  set('2027-03-07T09:30')
  const { staff, owner } = church
  expect(await staff.smsCampaigns.estimate(words)).toMatchObject({ sunday: '2027-03-07T12:00' })
  const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'SUNDAY_MORNING' })
  await refused(staff.smsCampaigns.send({ id: id(), ...words }))
  const plan = { ...words, mode: 'instant' as const, at: '2027-03-14T10:00' }
  await refused(staff.smsCampaigns.schedule({ id: id(), ...plan }))
  const weekly = { rule: { every: 'week' as const, interval: 1, weekdays: [7] }, time: '08:30', startsOn: '2027-03-07' }
  await refused(staff.smsSeries.create({ id: id(), ...words, ...weekly }))
  expect((await staff.smsCampaigns.list({})).items).toEqual([])
  expect(await staff.smsCampaigns.schedule({ id: id(), ...plan, anyway: true })).toMatchObject({ state: 'scheduled' })
  await expect(owner.smsSettings.change({ sundayFrom: 13 })).rejects.toMatchObject({
    data: { issues: [{ path: ['sundayUntil'] }] },
  })
  // What someone waits for is never held.
  await staff.smsCampaigns.test({ body: 'Hi', to: ann! })
  await church.settle()
  expect(await textsTo(church, ann!)).toMatchObject([{ state: 'delivered' }])
  await owner.smsSettings.change({ sundayGuard: false })
  expect(await staff.smsCampaigns.send({ id: id(), ...words })).toMatchObject({ state: 'sending' })
  const zone = { client: { timeZone: 'America/Chicago' } } as never
  const spring = { ...weekly, time: '02:30', endsOn: null, mostRuns: null, runs: 0 }
  // What the clock change leaves out is the first minute after it; of what it repeats the first is meant.
  expect(nextRuns(zone, spring as never, 1, at('2027-03-08T00:00').toMillis())[0]!.at).toEqual(
    at('2027-03-14T03:00').toJSDate(),
  )
  const autumn = { ...spring, time: '01:30', startsOn: '2027-11-01' }
  expect(nextRuns(zone, autumn as never, 1, at('2027-11-06T00:00').toMillis())[0]!.at.toISOString()).toBe(
    '2027-11-07T06:30:00.000Z',
  )
})
