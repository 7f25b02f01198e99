import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, minutes } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { carrier } from '#providers/telephony/index.ts'
import { accountSid } from '#providers/telephony/sandbox/store/service.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { textCarrierOf } from '../carrier/service.ts'
import { send } from '../service.ts'
import { statusUrl } from '../sms-status/service.ts'
import { claimTexts, deliverClaimedTexts } from './service/texts.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
afterEach(() => clock.reset())

const text = (to: string) => ({
  channel: 'sms' as const,
  to,
  text: `To ${to}`,
  kind: 'x',
  purpose: 'transactional' as const,
  dedupeKey: randomUUID(),
})
const write = (church: Church, numbers: string[]) =>
  church.inside(async ctx => (await send(ctx, numbers.map(text))).map(one => one.id!))
const claim = (church: Church, ids: string[]) =>
  church.inside(async ctx => (await claimTexts(ctx, await textCarrierOf(ctx), ids, false)).ready)
const numbers = Array.from({ length: 30 }, (_, i) => `+15125553${String(i).padStart(3, '0')}`)

/** Of the texts of these tests: the hour may bring the team an email too. */
async function states(church: Church) {
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select state, count(*)::int from messages where client_id = $1 and kind = 'x' group by 1`,
    [church.id],
  )
  const taken = await owner.query(`select recipient from carrier_sandbox_texts where account = $1`, [
    accountSid(church.id),
  ])
  const twice = taken.rows.length - new Set(taken.rows.map(row => row.recipient)).size
  return { ...Object.fromEntries(rows.map(row => [row.state, row.count])), taken: taken.rows.length, twice }
}

test('texts are taken by one worker each, however many ask at once', async () => {
  const church = await aChurch()
  const ids = await write(church, numbers)
  const taken = await Promise.all([1, 2, 3].map(() => claim(church, ids)))
  const all = taken.flat().map(one => one.id)
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBe(30)
})

test('a worker that is killed before, while and after it hands texts over leaves each sent once or never', async () => {
  const church = await aChurch()
  const ids = await write(church, numbers)
  const ready = await claim(church, ids)
  // Twenty had left when it was killed, and nobody recorded that they had.
  const by = await carrier({ kind: 'sandbox', clientId: church.id })
  for (const { id, recipient, bodyText, from } of ready.slice(0, 20))
    await by.sendText({ from, to: recipient, text: bodyText, statusUrl: statusUrl(church.id, id) })
  const { owner } = await testHouse()
  // Of five even the notices were lost.
  const lost = ready.slice(0, 5).map(one => one.id)
  await owner.query(`delete from inbound_events where client_id = $1 and query ->> 'm' = any($2)`, [church.id, lost])
  await runWaitingJobs()
  expect(await states(church)).toEqual({ delivered: 15, sending: 15, taken: 20, twice: 0 })
  clock.advance(minutes(11))
  await runWaitingJobs({ schedules: true })
  expect(await states(church)).toEqual({ delivered: 20, unknown: 10, taken: 20, twice: 0 })
  clock.advance(minutes(16))
  await runWaitingJobs({ schedules: true })
  expect(await states(church)).toEqual({ delivered: 20, failed: 10, taken: 20, twice: 0 })
})

test('a worker that stops gives back what it has not asked for', async () => {
  const church = await aChurch()
  const ids = await write(church, numbers.slice(0, 10))
  const ready = await claim(church, ids)
  const outer = { client: { id: church.id }, tx: church.inside } as never
  const how = await church.inside(textCarrierOf)
  await deliverClaimedTexts(outer, how, ready, { last: false, signal: AbortSignal.abort() })
  expect(await states(church)).toEqual({ queued: 10, taken: 0, twice: 0 })
})
