// Isolated: runs servers of its own
import { afterAll, expect, test } from 'vitest'
import { query } from './database.ts'
import { type Person, person, send } from './person.ts'
import { preparedDataDir } from './prepared.ts'
import { clearAway, freePort, type RunningServer, startServer } from './server.ts'
import { until } from './until.ts'

let server: RunningServer
afterAll(() => clearAway(server.dataDir, server))

const READERS = 800

async function demoSession() {
  const { body: session } = await send(`${server.url}/auth/v1/demo`, { method: 'POST' })
  return { email: session.user.email, token: session.access_token, userId: session.user.id, session }
}

/** The operator of this server, of the demo. */
const operator = async (): Promise<Person> => person(server.url, { ...(await demoSession()), clientId: '' })
const sql = (text: string, values: unknown[] = []) => query(server.dataDir, text, values)
const count = async (where: string, id: string): Promise<number> =>
  (await sql(`select count(*)::int as n from messages where batch_id = $1 and ${where}`, [id]))[0].n

test('kill -9 in the middle of a newsletter, twice: everyone has exactly one message, and the figures add up', async () => {
  server = await startServer({ dataDir: await preparedDataDir(), port: await freePort(), set: { DEMO: 'on' } })
  await sql(
    `insert into consents (client_id, value, channel, topic, state, source)
     select c.id, 'reader' || n || '@example.org', 'email', 'newsletter', 'granted', 'form'
     from clients c, generate_series(1, $1::int) n where c.house`,
    [READERS],
  )
  const admin = await operator()
  const { id, version } = await admin.ask('POST', '/rest/v1/newsletters', {})
  const words = { version, subject: 'To many', body: 'Dear {firstName|friend}' }
  const draft = await admin.ask('PATCH', `/rest/v1/newsletters/${id}`, words)
  await admin.ask('POST', `/rest/v1/newsletters/${id}/send`, { version: draft.version })
  for (const share of [0.2, 0.6]) {
    await until('part of it has left', async () => (await count(`state = 'delivered'`, id)) > READERS * share, 60_000)
    await server.kill()
    server = await startServer({ dataDir: server.dataDir, port: server.port, set: { DEMO: 'on' } })
  }
  // Another worker notices the silence of the dead one, and goes on.
  await until(
    'the rest has left',
    async () => (await count(`state in ('delivered', 'sending')`, id)) >= READERS + 8,
    120_000,
  )
  await until('nothing waits', async () => (await count(`state = 'queued'`, id)) === 0, 60_000)
  const [once] = await sql(
    `select count(*)::int as messages, count(distinct recipient)::int as people from messages where batch_id = $1`,
    [id],
  )
  expect(once).toEqual({ messages: READERS + 8, people: READERS + 8 })
  const { progress } = await admin.ask('GET', `/rest/v1/newsletters/${id}`)
  expect(progress.sent + progress.waiting).toBe(READERS + 8)
  // In the hands of a worker when it died: never sent again, and said to be unknown by the sweep.
  expect(progress.waiting).toBeLessThanOrEqual(20)
}, 300_000)

const CHURCH_READERS = 490

test('the same in the middle of a church’s campaign: the figures add up, and the day’s share is counted once', async () => {
  const admin = await operator()
  const { accounts } = await admin.ask('GET', '/rest/v1/clients/mine')
  const church = accounts.find((one: any) => !one.house).id
  const owner = await person(server.url, { ...(await demoSession()), clientId: church })
  await sql(
    `with made as (
       insert into people (client_id, name, first_name, email)
       select $1, 'Crowd ' || n, 'Crowd', 'crowd' || n || '@example.org' from generate_series(1, $2::int) n returning id, email
     ), points as (
       insert into contact_points (client_id, person_id, kind, label, value, value_norm, is_primary)
       select $1, id, 'email', '', email, email, true from made
     ), tagged as (
       insert into tags (client_id, name) values ($1, 'Crowd') returning id
     ), wearing as (
       insert into person_tags (client_id, person_id, tag_id) select $1, made.id, tagged.id from made, tagged
     )
     insert into consents (client_id, value, channel, topic, state, source)
     select $1, email, 'email', 'newsletter', 'granted', 'form' from made`,
    [church, CHURCH_READERS],
  )
  const [{ id: tag }] = await sql(`select id from tags where client_id = $1 and name = 'Crowd'`, [church])
  const { id, version } = await owner.ask('POST', '/rest/v1/email-campaigns', { name: 'Crowd', template: 'weekly' })
  const words = { version, subject: 'To the crowd', audience: { tags: [tag] } }
  const draft = await owner.ask('PATCH', `/rest/v1/email-campaigns/${id}`, words)
  await owner.ask('POST', `/rest/v1/email-campaigns/${id}/send`, { version: draft.version })
  await until('part of it has left', async () => (await count(`state = 'delivered'`, id)) > 100, 60_000)
  await server.kill()
  server = await startServer({ dataDir: server.dataDir, port: server.port, set: { DEMO: 'on' } })
  await until(
    'the rest has left',
    async () => (await count(`state in ('delivered', 'sending')`, id)) >= CHURCH_READERS,
    120_000,
  )
  const [once] = await sql(
    `select count(*)::int as messages, count(distinct recipient)::int as people from messages where batch_id = $1`,
    [id],
  )
  expect(once).toEqual({ messages: CHURCH_READERS, people: CHURCH_READERS })
  const [share] = await sql(`select sum(written)::int as n from sending_days where client_id = $1`, [church])
  expect(share.n).toBe(CHURCH_READERS)
}, 300_000)
