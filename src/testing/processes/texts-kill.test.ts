// Isolated: runs servers of its own
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { manyLeads, query } from './database.ts'
import { signUp } from './person.ts'
import { preparedDataDir } from './prepared.ts'
import { clearAway, freePort, type RunningServer, startServer } from './server.ts'
import { until } from './until.ts'

let server: RunningServer
afterAll(() => clearAway(server.dataDir, server))

const PEOPLE = 3_000
const sql = (text: string, values: unknown[] = []) => query(server.dataDir, text, values)

/** A zone in which it is about noon, whenever the tests run: nobody sleeps. */
function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

test('a campaign to 3,000, paused, resumed and its worker killed at three random points: everyone has exactly one text or one unknown', async () => {
  server = await startServer({ dataDir: await preparedDataDir(), port: await freePort() })
  const pat = await signUp(server.url)
  await sql('update clients set time_zone = $2 where id = $1', [pat.clientId, noonZone()])
  await manyLeads(server.dataDir, pat.clientId, PEOPLE)
  // Toll-free numbers lie in no time zone.
  await sql(
    `insert into contact_points (client_id, person_id, kind, value, value_norm, is_primary)
     select client_id, id, 'phone', n, n, true from (
       select client_id, id, '+1800555' || lpad((row_number() over (order by id))::text, 4, '0') as n from people where client_id = $1) p`,
    [pat.clientId],
  )
  await sql(
    `insert into consents (client_id, value, channel, topic, state, source)
     select client_id, value_norm, 'sms', 'newsletter', 'granted', 'form' from contact_points where client_id = $1 and kind = 'phone'`,
    [pat.clientId],
  )
  const id = randomUUID()
  const words = { body: 'Hi {firstName|friend}', topic: 'newsletter', audience: { everybody: true } }
  const at = `/rest/v1/sms-campaigns/${id}`
  await pat.ask('POST', `${at}/send`, words)
  const left = async () =>
    (
      await sql(`select count(*)::int as n from messages where batch_id = $1 and state in ('sent', 'delivered')`, [id])
    )[0].n
  await until('some have left', async () => (await left()) > 0, 60_000)
  await pat.ask('POST', `${at}/pause`, {})
  const paused = await left()
  await new Promise(done => setTimeout(done, 2_000))
  // What workers had in their hands (ten jobs of fifty) has gone on its way, and nothing else.
  expect((await left()) - paused).toBeLessThanOrEqual(500)
  await pat.ask('POST', `${at}/resume`, {})
  const begun = async () =>
    (
      await sql(
        `select count(*)::int as n from messages where batch_id = $1 and state not in ('queued', 'held', 'skipped')`,
        [id],
      )
    )[0].n
  for (const from of [0.2, 0.45, 0.7]) {
    const point = Math.round(PEOPLE * (from + Math.random() * 0.2))
    await until(`${point} have left or are on their way`, async () => (await begun()) > point, 90_000)
    await server.kill()
    server = await startServer({ dataDir: server.dataDir, port: server.port })
  }
  // Texts are written some at a time: between two such batches nothing waits either.
  const rest = `select ${PEOPLE} - count(*) filter (where state not in ('queued', 'held'))::int as n from messages where batch_id = $1`
  await until('everyone has a text, and none waits', async () => (await sql(rest, [id]))[0].n === 0, 120_000)
  const [once] = await sql(
    `select count(*)::int as texts, count(distinct recipient)::int as numbers from messages where batch_id = $1`,
    [id],
  )
  expect(once).toEqual({ texts: PEOPLE, numbers: PEOPLE })
  const twice = await sql(`select recipient from carrier_sandbox_texts group by recipient having count(*) > 1`)
  expect(twice).toEqual([])
  const [lost] = await sql(
    `select count(*)::int as n from messages m where batch_id = $1 and state in ('sent', 'delivered')
      and not exists (select from carrier_sandbox_texts t where t.recipient = m.recipient)`,
    [id],
  )
  expect(lost.n).toBe(0)
  const { progress } = await pat.ask('GET', at)
  const { waiting: held, sent, undelivered, failed, unknown, skipped } = progress
  expect(held + sent + undelivered + failed + unknown + skipped).toBe(PEOPLE)
  // Three times what a killed worker was sending, and what the running one is sending now.
  expect(held + unknown).toBeLessThanOrEqual(4 * 500)
}, 300_000)
