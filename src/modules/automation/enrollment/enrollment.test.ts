import { afterEach, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { act, aFlock, graph, outside, published, runsOf, sweep, wait } from '#testing/workflows.ts'
import { toPace } from './rules.ts'
import { enrollBatches } from './service.ts'

afterEach(() => clock.reset())

test('pace: 500 a minute are 50 every six seconds, few come one by one, no throttle is as fast as it goes', () => {
  expect(toPace(500)).toEqual({ take: 50, pause: 6_000 })
  expect(toPace(5)).toEqual({ take: 1, pause: 12_000 })
  expect(toPace(0)).toMatchObject({ pause: 0 })
})

test('publishing enrolls nobody; the audience counts who fits now without those who were there; a job enrolls them once', async () => {
  const church = await aChurch()
  const tag = await church.staff.tags.create({ name: 'Guest' })
  const people = await aFlock(church, 3)
  await church.staff.leads.create({ personId: people[0]! })
  await church.staff.leads.create({ personId: people[1]! })
  await church.settle()
  const flow = await published(church, {
    ...graph('lead.created', [act('a', 'people.add_tag', { tagId: tag.id }), wait('b', 1)]),
    reentry: 'once',
  })
  await church.settle()
  expect(await runsOf(church, flow.id)).toEqual([])
  expect(await church.admin.workflowEnrollments.audience({ id: flow.id })).toEqual({ count: 2, blocked: [] })
  await church.admin.workflows.enroll({ id: flow.id, personIds: [people[0]!] })
  expect(await church.admin.workflowEnrollments.audience({ id: flow.id })).toEqual({
    count: 1,
    blocked: [{ reason: 'already', count: 1 }],
  })
  const begun = await church.admin.workflowEnrollments.start({ id: flow.id, perMinute: 0 })
  expect(begun).toMatchObject({ state: 'running', total: 2, enrolled: 0, perMinute: 0 })
  await church.settle()
  const done = await church.admin.workflowEnrollments.get({ id: begun.id })
  expect(done).toMatchObject({ state: 'done', enrolled: 1, skipped: 1 })
  expect((await runsOf(church, flow.id)).map(run => run.state)).toEqual(['waiting', 'waiting'])
})

test('a throttled enrollment goes on batch by batch, two jobs of it do not double it, and cancel ends it', async () => {
  const church = await aChurch()
  const people = await aFlock(church, 5)
  const flow = await published(church, graph('lead.created', [wait('b', 1)]))
  const { id } = await church.admin.workflowEnrollments.start({ id: flow.id, personIds: people, perMinute: 20 })
  await church.settle()
  const enrolled = async () => (await church.admin.workflowEnrollments.get({ id })).enrolled
  expect(await enrolled()).toBe(2)
  await enrollBatches(outside(church), id)
  expect(await enrolled()).toBe(2)
  clock.advance(minutes(0.1))
  await church.settle()
  expect(await enrolled()).toBe(4)
  expect(await church.admin.workflowEnrollments.cancel({ id })).toMatchObject({ state: 'cancelled', enrolled: 4 })
  clock.advance(minutes(1))
  await church.settle()
  expect(await enrolled()).toBe(4)
  expect((await church.admin.workflowEnrollments.list({ workflowId: flow.id })).items).toHaveLength(1)
})

test('those who meet conditions; waits of many end without a job of their own', async () => {
  const church = await aChurch()
  await aFlock(church, 30, 'North')
  await aFlock(church, 2, 'South')
  const conditions = {
    match: 'all' as const,
    of: [{ kind: 'text' as const, field: 'campus' as const, op: 'is' as const, value: 'North' }],
  }
  const flow = await published(church, graph('lead.created', [wait('b', 1)]))
  expect((await church.admin.workflowEnrollments.audience({ id: flow.id, conditions })).count).toBe(30)
  await church.admin.workflowEnrollments.start({ id: flow.id, conditions, perMinute: 0 })
  await church.settle()
  clock.advance(minutes(24 * 60 + 1))
  await church.settle()
  expect((await runsOf(church, flow.id)).filter(run => run.state === 'waiting')).toHaveLength(30)
  await sweep(church)
  expect((await runsOf(church, flow.id)).filter(run => run.state === 'completed')).toHaveLength(30)
})

test('of two enrollments of a workflow at once one begins; after it is done or canceled another may', async () => {
  const church = await aChurch()
  const people = await aFlock(church, 2)
  const flow = await published(church, { ...graph('lead.created', [wait('b', 1)]), reentry: 'every_time' })
  const start = () => church.admin.workflowEnrollments.start({ id: flow.id, personIds: people, perMinute: 0 })
  const both = await Promise.allSettled([start(), start()])
  expect(both.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(start()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'People are being enrolled already. Wait until it is done, or cancel it.',
  })
  await church.settle()
  expect(await runsOf(church, flow.id)).toHaveLength(2)
  const { id } = await start()
  await church.admin.workflowEnrollments.cancel({ id })
  expect(await start()).toMatchObject({ state: 'running' })
})
