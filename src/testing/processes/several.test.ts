// Isolated: runs servers of its own
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './database.ts'
import { openStream } from './event-stream.ts'
import { type Person, signUp } from './person.ts'
import { clearAway, freePort, newDataDir, type RunningServer, startServer } from './server.ts'
import { until } from './until.ts'

const dataDir = newDataDir()
let one: RunningServer
let other: RunningServer
let worker: RunningServer | undefined
let pat: Person

beforeAll(async () => {
  const port = await freePort()
  const set = { PUBLIC_URL: `http://127.0.0.1:${port}` } // one address for both, as behind a proxy
  const both = [startServer({ dataDir, port, only: 'web', set }), startServer({ dataDir, only: 'web', set })]
  ;[one, other] = (await Promise.all(both)) as [RunningServer, RunningServer]
  pat = await signUp(one.url)
}, 90_000)

afterAll(() => clearAway(dataDir, one, other, ...(worker ? [worker] : [])))

const headers = () => ({ authorization: `Bearer ${pat.token}`, 'lampstand-client': pat.clientId })

test('a session of one process is a session of the other, and what one writes the other reads', async () => {
  const lead = await pat.ask('POST', '/rest/v1/leads', { firstName: 'Ann' })
  expect(await pat.ask('GET', `/rest/v1/leads/${lead.id}`, undefined, other.url)).toEqual(lead)
})

test('what is written at one process is told by the event stream of the other', async () => {
  const stream = await openStream(other.url, headers())
  const { id } = await pat.ask('POST', '/rest/v1/leads', { firstName: 'Ben' })
  await stream.hears(id)
  expect(stream.heard.every(({ topic }) => topic === 'leads' || topic === 'people')).toBe(true)
  stream.close()
})

test('two who edit one lead at two processes: the second is told', async () => {
  const lead = await pat.ask('POST', '/rest/v1/leads', { firstName: 'Cleo' })
  const change = (notes: string, at: string) =>
    pat.call('PATCH', `/rest/v1/leads/${lead.id}`, { version: lead.version, notes }, at)
  const answers = await Promise.all([change('first', one.url), change('second', other.url)])
  expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
  const kept = answers.find(answer => answer.status === 200)!.body
  expect((await pat.ask('GET', `/rest/v1/leads/${lead.id}`)).notes).toBe(kept.notes)
})

test('a web process leaves the jobs to a worker, which does each of them once', async () => {
  const emails = Array.from({ length: 20 }, (_, i) => `colleague${i}@example.org`)
  for (const [i, email] of emails.entries())
    await pat.ask('POST', '/rest/v1/invitations', { email, role: 'staff' }, i % 2 ? one.url : other.url)
  const mails = () => query(dataDir, `select recipient, state, tries from messages where kind = 'invitation'`)
  expect((await mails()).map(mail => mail.state)).toEqual(emails.map(() => 'queued'))

  worker = await startServer({ dataDir, only: 'worker' })
  await until('all are sent', async () => (await mails()).every(mail => mail.state === 'delivered'))
  expect((await mails()).map(mail => mail.recipient).sort()).toEqual(emails.sort())
  expect((await mails()).every(mail => mail.tries === 1)).toBe(true)
}, 300_000)

test('one process stops, the others go on with the same PostgreSQL', async () => {
  expect(await one.stop()).toBe(0)
  expect((await pat.ask('POST', '/rest/v1/leads', { firstName: 'Dan' }, other.url)).name).toBe('Dan')
})
