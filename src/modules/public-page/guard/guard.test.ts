import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, seconds } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asVisitor } from '#kernel/run.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { signsOf } from '../rules/guard.ts'
import { guardSubmission, openedAt, openedNow, type Submission } from './service.ts'

afterEach(() => clock.reset())

const visitor = (clientId: string, ip: string) => {
  const caller = { claims: null, clientId: null, requestId: 'r', ip, userAgent: '' }
  return <T>(work: (ctx: Ctx) => Promise<T>) => asVisitor(caller, clientId, work)
}
const card = { form: 'form card', honeypot: '' }
const sender =
  (clientId: string, ip = '10.0.0.1') =>
  (change: Partial<Submission> = {}) =>
    visitor(clientId, ip)(ctx => guardSubmission(ctx, { ...card, ...change }))

test('honeypot, time trap and forged pages are signs, and refuse nothing', async () => {
  const { id } = await aChurch()
  const send = sender(id)
  const opened = openedAt('form card', openedNow('form card'))
  expect(await send({ opened })).toEqual(['fast'])
  clock.advance(seconds(10))
  expect(await send({ opened })).toEqual([])
  expect(await send()).toEqual([])
  expect(await send({ honeypot: 'http://spam', opened: openedAt('form card', 'forged') })).toEqual([
    'honeypot',
    'forged',
  ])
  expect(openedAt('form other', openedNow('form card'))).toBeNull()
  const old = openedNow('form card')
  clock.advance(days(61))
  expect(openedAt('form card', old)).toBeNull()
  expect(signsOf({ honeypot: '', age: 500, leastMs: 100 })).toEqual([])
})

test('limits hold for an address, a form and an account, within an hour', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const [ann, ben] = [sender(grace.id, '10.1.1.1'), sender(grace.id, '10.1.1.2')]
  const refused = { refused: { mine: 2 }, message: 'Too much.' }
  await ann(refused)
  await ann(refused)
  await expect(ann(refused)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', message: 'Too much.' })
  expect(await ann({ ...refused, form: 'another' })).toEqual([])
  expect(await ben({ ...refused, suspicious: { all: 2 } })).toEqual(['many'])
  await expect(ben({ refused: { all: 3 } })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await expect(ben({ form: 'new', refused: { account: 4 } })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  // Another church's visitors don't count, whatever address they share.
  expect(await sender(hope.id, '10.1.1.1')({ refused: { mine: 1, all: 1, account: 1 } })).toEqual([])
  clock.advance(hours(1) + 1)
  expect(await ann(refused)).toEqual([])
})

test('submissions at the same moment are counted one after the other', async () => {
  const { id } = await aChurch()
  const send = sender(id)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => send({ refused: { mine: 3 } })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test('what is rolled back does not count, no address is kept, and a day later nothing is', async () => {
  const { id } = await aChurch()
  const failed = visitor(
    id,
    '10.2.2.2',
  )(async ctx => {
    await guardSubmission(ctx, card)
    throw new Error('not stored')
  })
  await expect(failed).rejects.toThrow('not stored')
  expect(await sender(id, '10.2.2.2')({ refused: { mine: 1 } })).toEqual([])
  const { owner } = await testHouse()
  const kept = async () => (await owner.query('select * from page_attempts where client_id = $1', [id])).rows
  const rows = await kept()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('10.2.2.2')
  clock.advance(days(2))
  await runWaitingJobs({ schedules: true })
  expect(await kept()).toEqual([])
})
