// Isolated: a database that an older version left behind, and the key that sealed its links.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

vi.hoisted(() => {
  process.env.SECRET_KEY = 'the key of the upgrade fixture, at least thirty-two'
})

import { contract } from '#app/contract.ts'
import { routes } from '#app/http.ts'
import { jobs } from '#app/jobs.ts'
import { restApi } from '#app/rest.ts'
import { router } from '#app/router.ts'
import { clock, hours } from '#kernel/clock.ts'
import { type Database, openDatabase } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { webServer } from '#kernel/http.ts'
import { registerJobs, runWaitingJobs, startJobs, stopJobs } from '#kernel/jobs.ts'
import { onEmbedded } from '#postgres/boot.ts'
import { migrate } from '#postgres/migrate.ts'
import { clientFor, nobody } from '#testing/church.ts'
import { fillOldVersion, type Made } from './old-version.ts'

const name = `t_${randomBytes(6).toString('hex')}`
let admin: pg.Client
let owner: pg.Client
let database: Database
let made: Made

beforeAll(async () => {
  registerJobs(jobs)
  const at = inject('pg')
  admin = new pg.Client({ ...at, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const { connections, owner: owning } = onEmbedded(at, name)
  made = await fillOldVersion(owning.connection!)
  await migrate(owning, connections.listen)
  database = openDatabase(connections)
  owner = new pg.Client(owning.connection!)
  await owner.connect()
  await startJobs({ work: false })
  clock.advance(Date.parse(made.now) - clock.ms())
}, 120_000)

afterAll(async () => {
  clock.reset()
  await stopJobs()
  await database.close()
  await owner.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

const query = async (text: string, ...values: unknown[]) => (await owner.query(text, values)).rows
const as = (role: keyof Made['people']) => {
  const { id, session } = made.people[role]
  const claims = {
    sub: id,
    role: 'authenticated',
    session_id: session,
    aal: 'aal1',
    exp: clock.ms() / 1000 + 600,
  } as const
  return clientFor({ ...nobody(made.clientId), claims })
}
const send = (at: string, init?: RequestInit) => {
  const app = webServer(routes)
  app.route('/rest/v1', restApi(contract, router))
  return Promise.resolve(app.request(`${env.publicUrl}${at}`, init))
}
const link = (kind: string) => made.links.find(at => at.startsWith(`/${kind}/`))!

test('confidential rows of before are hidden from then on, with what hangs on them', async () => {
  const { items } = await as('pastor').conversations.list({ confidential: true })
  expect(items).toMatchObject([{ personId: made.keptId, confidential: true }])
  expect((await as('pastor').conversations.items({ id: items[0]!.id })).items).toHaveLength(2)
  expect((await as('staff').conversations.list({ status: 'all' })).items.map(one => one.id)).toEqual([made.threadId])
  const bare = await query(`
    select count(*)::int as n from conversation_items i join conversations c on c.id = i.conversation_id where c.confidential and i.needs is null`)
  expect(bare).toEqual([{ n: 0 }])
  expect(await query(`select distinct needs from audit_log where table_name = 'notes'`)).toEqual([
    { needs: 'pastoral' },
  ])
})

test('a merge of before can still be undone, with everything that was moved', async () => {
  await as('staff').merges.undo({ id: made.mergeId })
  expect((await as('pastor').notes.list({ personId: made.goneId })).items).toMatchObject([{ body: 'A confession' }])
  const { items } = await as('pastor').conversations.list({ confidential: true })
  expect(items).toMatchObject([{ personId: made.goneId }])
  expect((await as('staff').people.get({ id: made.keptId })).name).toBe('Cleo Diaz')
})

test('an import that was in the middle goes on where it was: everybody is there once', async () => {
  const at = path.join(env.dataDir, 'uploads', made.importFile)
  fs.mkdirSync(path.dirname(at), { recursive: true })
  const rows = Array.from({ length: 700 }, (_, i) => `First${i},Last${i},i${i}@example.org`)
  fs.writeFileSync(at, `First name,Last name,Email\n${rows.join('\n')}\n`)
  expect(await as('staff').imports.get({ id: made.importId })).toMatchObject({ state: 'running', rowsDone: 500 })
  await runWaitingJobs()
  expect(await as('staff').imports.get({ id: made.importId })).toMatchObject({ state: 'completed', rowsDone: 700 })
  expect(await query(`select count(*)::int as n from people where import_id = $1`, made.importId)).toEqual([{ n: 700 }])
})

test('a scheduled campaign and a scheduled reply are sent once, when their time comes', async () => {
  const sent = async () => ({
    reply: await query(`select state from messages where body_text = 'See you on Sunday'`),
    campaign: await query(`select state from messages where batch_id = $1`, made.laterId),
  })
  await runWaitingJobs()
  expect(await sent()).toEqual({ reply: [], campaign: [] })
  clock.advance(hours(3))
  await runWaitingJobs()
  expect((await sent()).reply).toHaveLength(1)
  clock.advance(hours(18))
  await runWaitingJobs()
  await runWaitingJobs()
  const { reply, campaign } = await sent()
  expect([reply.length, campaign.length]).toEqual([1, 1])
})

test('links that were sent lead on: text, mail, picture, archive, finish of a form', async () => {
  const agent = { headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' } }
  const short = await send(link('l'), agent)
  expect([short.status, short.headers.get('location')]).toEqual([302, 'https://grace.org/picnic'])
  const tracked = await send(link('r'), agent)
  expect([tracked.status, tracked.headers.get('location')]).toEqual([302, 'https://grace.org/give'])
  expect((await send(link('o'), agent)).status).toBe(200)
  expect((await send(link('mail'), agent)).status).toBe(200)
  const finish = await send(link('f'), agent)
  expect(finish.status).toBe(200)
  expect(await finish.text()).toContain(made.half.email)
})

test('links that were sent change what they promised: confirm, preferences, unsubscribe', async () => {
  const post = (at: string, body = '') =>
    send(at, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  for (const kind of ['confirm', 'preferences', 'unsubscribe']) expect((await send(link(kind))).status, kind).toBe(200)
  expect((await post(link('confirm'))).status).toBeLessThan(400)
  expect(await query(`select state from consents where value = 'asked@example.org' and topic = 'youth'`)).toEqual([
    { state: 'granted' },
  ])
  expect((await post(link('unsubscribe'), 'List-Unsubscribe=One-Click')).status).toBeLessThan(400)
  const last = await query(`select state from consents where value = $1 order by id desc limit 1`, made.reader)
  expect(last).toEqual([{ state: 'revoked' }])
})
