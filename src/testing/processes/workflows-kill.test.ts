// Isolated: runs servers of its own
import { afterAll, expect, test } from 'vitest'
import { query } from './database.ts'
import { signUp } from './person.ts'
import { preparedDataDir } from './prepared.ts'
import { clearAway, freePort, type RunningServer, startServer } from './server.ts'
import { until } from './until.ts'

const PEOPLE = 150
const servers: RunningServer[] = []
afterAll(() => clearAway(servers[0]!.dataDir, ...servers))

const act = (id: string, action: string, input: object) => ({ id, kind: 'action', action, input })
const steps = [
  act('a', 'people.set_field', { field: 'campus', value: 'North' }),
  act('b', 'sms.send', { body: 'Hi {firstName}', purpose: 'conversational' }),
  act('c', 'email.send', { subject: 'Hi', body: 'Hi {firstName}', purpose: 'transactional' }),
  act('d', 'people.add_note', { body: 'Welcomed' }),
]

test('two workers, one of them killed at two random points: everyone has one run, and each of its effects once', async () => {
  const web = await startServer({ dataDir: await preparedDataDir(), port: await freePort(), only: 'web' })
  servers.push(web)
  const { dataDir } = web
  const sql = (text: string, values: unknown[] = []) => query(dataDir, text, values)
  const pat = await signUp(web.url)
  const draft = { triggers: [{ trigger: 'person.created', input: {} }], steps, reentry: 'every_time', exit: null }
  const { id, version } = await pat.ask('POST', '/rest/v1/workflows', { name: 'Welcome', draft })
  await pat.ask('POST', `/rest/v1/workflows/${id}/publish`, { version })
  // Toll-free numbers lie in no time zone. Every event is announced twice.
  await sql(
    `with made as (
       insert into people (client_id, name, first_name, last_name, phone, email, search)
       select $1::uuid, 'Pat ' || n, 'Pat', n::text, '+1800555' || lpad(n::text, 4, '0'), 'pat' || n || '@example.org', ''
       from generate_series(1, ${PEOPLE}) n returning id)
     insert into pgboss.job (name, data) select 'automation.on.person.created', jsonb_build_object('client', $1::uuid,
       'payload', jsonb_build_object('personId', id, 'userId', null, 'at', '2026-05-31T12:00:00Z')) from made, generate_series(1, 2)`,
    [pat.clientId],
  )
  const count = async (text: string) => (await sql(`select count(*)::int as n from ${text}`, [pat.clientId]))[0].n
  const runs = () => count(`workflow_runs where client_id = $1 and state = 'completed'`)
  const worker = () => startServer({ dataDir, only: 'worker' })
  const [steady, first] = await Promise.all([worker(), worker()])
  servers.push(steady)
  let killed = first
  for (const from of [0.1, 0.5]) {
    const point = Math.round(PEOPLE * (from + Math.random() * 0.2))
    await until(`${point} have run`, async () => (await runs()) >= point, 60_000)
    await killed.kill()
    killed = await worker()
  }
  servers.push(killed)
  // What a killed worker had in its hands is taken over once its heartbeat has been missed.
  const done = async () =>
    (await runs()) === PEOPLE &&
    (await count(`messages where client_id = $1 and dedupe_key like 'run:%' and state = 'queued'`)) === 0
  await until('all have run', done, 120_000)
  expect(await count('workflow_runs where client_id = $1')).toBe(PEOPLE)
  expect(await count('notes where client_id = $1')).toBe(PEOPLE)
  expect(await count(`people where client_id = $1 and campus = 'North'`)).toBe(PEOPLE)
  expect(await count(`messages where client_id = $1 and dedupe_key like 'run:%'`)).toBe(2 * PEOPLE)
  expect(await sql('select recipient from carrier_sandbox_texts group by recipient having count(*) > 1')).toEqual([])
  const lost = `messages m where client_id = $1 and channel = 'sms' and dedupe_key like 'run:%' and state in ('sent', 'delivered')
    and not exists (select from carrier_sandbox_texts t where t.recipient = m.recipient)`
  expect(await count(lost)).toBe(0)
}, 300_000)
