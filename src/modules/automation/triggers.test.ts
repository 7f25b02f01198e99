import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { aChurch } from '#testing/church.ts'
import { act, graph, pass, published, runsOf } from '#testing/workflows.ts'
import type { Graph } from './rules/graph.ts'
import { startScheduledRuns } from './schedules/service.ts'

afterEach(() => clock.reset())

type Church = Awaited<ReturnType<typeof aChurch>>
const note = [act('a', 'people.add_note', { body: 'Started' })]
const flowOn = (church: Church, trigger: string, input = {}, more: Partial<Graph> = {}) =>
  published(church, graph(trigger, note, more, input), trigger)
const who = async (church: Church, id: string) => (await runsOf(church, id)).map(run => run.personName)

test('a tag that is put on or taken off starts its own workflow alone, by hand, in bulk or by another workflow', async () => {
  const church = await aChurch()
  const [guest, other] = [
    await church.staff.tags.create({ name: 'Guest' }),
    await church.staff.tags.create({ name: 'Other' }),
  ]
  const added = await flowOn(church, 'person.tagged', { tagId: guest.id })
  const removed = await flowOn(church, 'person.untagged', { tagId: guest.id })
  await published(church, graph('lead.created', [act('a', 'people.add_tag', { tagId: guest.id })]), 'Tags')
  const ann = await church.staff.people.create({ firstName: 'Ann', tagIds: [guest.id] })
  const ben = await church.staff.people.create({ firstName: 'Ben', tagIds: [other.id] })
  await church.settle()
  await church.staff.people.tag({ selection: { ids: [ann.id, ben.id] }, tagId: guest.id, remove: false })
  await church.staff.people.tag({ selection: { ids: [ben.id] }, tagId: guest.id, remove: true })
  await church.staff.leads.create({ firstName: 'Cleo' })
  await church.settle()
  expect((await who(church, added.id)).sort()).toEqual(['Ann', 'Ben', 'Cleo'])
  expect(await who(church, removed.id)).toEqual(['Ben'])
  expect((await church.admin.workflowEnrollments.audience({ id: added.id })).count).toBe(2)
})

test('a change of one field, to one value; other fields don’t count, six quick changes are one run, and its own write is none', async () => {
  const church = await aChurch()
  const any = await published(
    church,
    graph(
      'person.changed',
      [act('a', 'people.set_field', { field: 'campus', value: 'Central' })],
      {},
      { field: 'campus' },
    ),
  )
  const toNorth = await flowOn(church, 'person.changed', { field: 'campus', value: 'North' })
  let ann = await church.staff.people.create({ firstName: 'Ann', campus: 'South' })
  ann = await church.staff.people.update({ id: ann.id, version: ann.version, membershipStatus: 'Guest' })
  await church.settle()
  expect(await runsOf(church, any.id)).toEqual([])
  for (const campus of ['A', 'B', 'C', 'D', 'E', 'North'])
    ann = await church.staff.people.update({ id: ann.id, version: ann.version, campus })
  await church.settle()
  await pass(church, minutes(2))
  expect(await runsOf(church, any.id)).toHaveLength(1)
  expect((await runsOf(church, toNorth.id)).length).toBeLessThanOrEqual(1)
  expect((await church.staff.people.get({ id: ann.id })).campus).toBe('Central')
})

test('birthdays, at an hour of the church, once a year; publishing in the afternoon starts nobody today', async () => {
  const church = await aChurch()
  const zone = 'America/Chicago'
  await church.inside(ctx => ctx.db.execute(`update clients set time_zone = '${zone}' where id = '${church.id}'`))
  clock.advance(new Date('2027-02-28T14:00:00Z').getTime() - Date.now())
  const leap = await church.staff.people.create({ firstName: 'Leap', birthDate: '2000-02-29' })
  await church.staff.people.create({ firstName: 'Other', birthDate: '2000-03-02' })
  const flow = await flowOn(church, 'schedule.date', { field: 'birthDate', offsetDays: 0, hour: 9 })
  const run = () => church.inside(startScheduledRuns)
  await run()
  expect(await runsOf(church, flow.id)).toEqual([])
  clock.advance(hours(1) + minutes(1))
  await run()
  await run()
  expect(await who(church, flow.id)).toEqual([leap.name])
  const late = await flowOn(church, 'schedule.date', { field: 'birthDate', offsetDays: 0, hour: 9 })
  await run()
  expect(await runsOf(church, late.id)).toEqual([])
  clock.advance(days(2))
  await run()
  expect(await who(church, late.id)).toEqual(['Other'])
})

test('a lead that stood still for days, and a weekly start for those who meet conditions', async () => {
  // Eight in the morning there.
  clock.advance(new Date('2027-03-01T14:00:00Z').getTime() - Date.now())
  const church = await aChurch()
  const stale = await flowOn(church, 'schedule.stale', { days: 3, hour: 0 })
  const conditions = { match: 'all', of: [{ kind: 'text', field: 'campus', op: 'is', value: 'North' }] }
  const weekly = await flowOn(church, 'schedule.repeat', { every: 'week', on: 0, hour: 0, conditions })
  await church.staff.leads.create({ firstName: 'Ann' })
  await church.staff.people.create({ firstName: 'Ben', campus: 'North' })
  const run = () => church.inside(startScheduledRuns)
  const seen: number[] = []
  for (let day = 0; day < 8; day++) {
    clock.advance(days(1))
    for (let part = 0; part < 3; part++) await run()
    seen.push((await runsOf(church, stale.id)).length)
  }
  expect([seen[1], seen[7]]).toEqual([0, 1])
  expect(await who(church, weekly.id)).toEqual(['Ben'])
})

test('a first visit, a message with a keyword, and a start by hand', async () => {
  const church = await aChurch()
  const flow = await flowOn(church, 'message.received', { channel: 'sms', keyword: 'prayer' })
  const manual = await flowOn(church, 'manual')
  const ann = await church.staff.people.create({
    firstName: 'Ann',
    points: [{ kind: 'phone', value: '+15125550177' }],
  })
  const write = async (body: string) => {
    const text = { channel: 'sms' as const, from: '+15125550177', to: 'x', text: body, provider: 'test' }
    await church.inside(ctx => receiveMessage(ctx, { ...text, providerId: randomUUID() }))
    await church.settle()
  }
  await write('Hello')
  await write('Prayer, please')
  expect(await who(church, flow.id)).toEqual(['Ann'])
  await church.admin.workflows.enroll({ id: manual.id, personIds: [ann.id] })
  expect(await who(church, manual.id)).toEqual(['Ann'])
})
