// Isolated: runs servers of its own
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ends, signal } from '#postgres/embedded/processes.ts'
import { query } from './database.ts'
import { openStream } from './event-stream.ts'
import { type Person, signUp } from './person.ts'
import { preparedDataDir } from './prepared.ts'
import { clearAway, freePort, killWatchers, postgresOf, type RunningServer, startServer } from './server.ts'
import { until } from './until.ts'

let server: RunningServer
let pat: Person
const answers = new Set<number>()
/** What was answered with success. */
const leads: string[] = []
const mails: string[] = []
let writing = true
let writers: Promise<void>[]

beforeAll(async () => {
  server = await startServer({ dataDir: await preparedDataDir(), port: await freePort() })
  pat = await signUp(server.url)
  writers = Array.from({ length: 4 }, (_, n) => write(n))
  await more()
}, 90_000)

afterAll(async () => {
  writing = false
  await Promise.all(writers)
  await clearAway(server.dataDir, server)
})

/** Adds leads and sends invitations without a pause, whatever happens to the server. */
async function write(writer: number): Promise<void> {
  for (let i = 0; writing; i++) {
    const email = `mail-${writer}-${i}@example.org`
    const lead = await attempt('POST', '/rest/v1/leads', { firstName: `Lead ${writer}`, lastName: String(i) })
    if (lead) leads.push(lead.id)
    // An account has 200 invitations an hour.
    if (i % 20 === 0 && (await attempt('POST', '/rest/v1/invitations', { email, role: 'viewer' }))) mails.push(email)
    if (!lead) await new Promise(resolve => setTimeout(resolve, 50))
  }
}

async function attempt(method: string, path: string, body: object) {
  const answer = await pat.call(method, path, body).catch(() => undefined)
  if (answer) answers.add(answer.status)
  return answer?.status === 200 ? answer.body : undefined
}

/** Waits until the writers have got on. */
function more() {
  const before = leads.length
  return until('further leads are written', () => leads.length > before + 15, 60_000)
}

const restart = async () => {
  server = await startServer({ dataDir: server.dataDir, port: server.port })
}
const postgres = () => until('PostgreSQL runs', () => postgresOf(server.dataDir))

test('PostgreSQL restarted under load: requests fail cleanly, everything recovers by itself', async () => {
  const stream = await openStream(server.url, {
    authorization: `Bearer ${pat.token}`,
    'lampstand-client': pat.clientId,
  })
  const old = await postgres()
  process.kill(old, 'SIGINT') // as `pg_ctl restart` stops it
  expect(await ends(old, 30_000)).toBe(true)
  await more()
  const { pid } = server
  await stream.hears((await pat.ask('POST', '/rest/v1/leads', { firstName: 'After', lastName: 'restart' })).id)
  stream.close()
  expect(server.pid).toBe(pid)
  expect(server.process.exitCode).toBeNull()
}, 90_000)

test('PostgreSQL killed: it is started again and the service goes on', async () => {
  const old = await postgres()
  signal(old, 'SIGKILL')
  expect(await ends(old, 15_000)).toBe(true)
  await more()
  expect(await postgres()).not.toBe(old)
}, 300_000)

test('the server killed: the next start goes on', async () => {
  await server.kill()
  await restart()
  await more()
}, 300_000)

test('both killed: the next start goes on', async () => {
  const old = await postgres()
  killWatchers(server.dataDir)
  signal(old, 'SIGKILL')
  await server.kill()
  await restart()
  await more()
}, 300_000)

test('after all of it every write that was answered is there, and every job has run with one effect', async () => {
  writing = false
  await Promise.all(writers)
  expect([...answers].filter(status => status !== 200 && status !== 503)).toEqual([])
  expect(server.printed()).not.toContain('a request failed')

  const kept = await query(server.dataDir, 'select id from leads where client_id = $1', [pat.clientId])
  const ids = new Set(kept.map(row => row.id))
  expect(leads.filter(id => !ids.has(id))).toEqual([])

  const waiting = `select count(*)::int as n from pgboss.job where name not like '\\_\\_%' and state < 'completed'`
  // A killed worker's jobs are taken over when it has not been heard of for twenty seconds.
  const done = async () => (await query(server.dataDir, waiting))[0].n === 0
  await until('every job has run', done, 120_000)
  expect(await query(server.dataDir, `select name, output from pgboss.job where state = 'failed'`)).toEqual([])

  const timeline = `select l.id, count(*) filter (where t.type = 'lead.created')::int as lead,
      count(*) filter (where t.type = 'person.created')::int as person
    from leads l left join timeline t on t.client_id = l.client_id and t.person_id = l.person_id
    where l.client_id = $1 group by l.id`
  const entries = await query(server.dataDir, timeline, [pat.clientId])
  expect(entries.filter(row => row.lead !== 1 || row.person !== 1)).toEqual([])

  const sent = await query(server.dataDir, `select recipient, state, tries from messages where kind = 'invitation'`)
  for (const email of mails)
    expect(
      sent.filter(row => row.recipient === email),
      email,
    ).toHaveLength(1)
  // Killed between "I send it now" and "it was taken", nobody knows; such a mail is not sent a second time.
  for (const mail of sent) expect(mail).toMatchObject({ tries: 1, state: /^(delivered|sending|unknown)$/ })
  expect(sent.filter(mail => mail.state === 'delivered').length).toBeGreaterThan(sent.length / 2)
}, 150_000)
