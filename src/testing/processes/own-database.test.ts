// Isolated: runs servers of its own
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedServer, startEmbedded } from '#postgres/embedded.ts'
import { type Person, send, signUp } from './person.ts'
import { clearAway, launch, newDataDir, type RunningServer, startServer } from './server.ts'
import { until } from './until.ts'

// A PostgreSQL that is not ours to start: its owner may make roles, but is no superuser, and the application logs in
// as someone who owns nothing. That an older PostgreSQL is refused can't be tried: there is only 18 here.
const dataDir = newDataDir()
const elsewhere = path.join(path.dirname(dataDir), 'their-postgres')
let postgres: EmbeddedServer
let server: RunningServer | undefined
let pat: Person

const address = (user: string) => `postgresql://${user}@${encodeURIComponent(postgres.host)}/lampstand`
const connect = async (connection: pg.ClientConfig) => {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  return client
}
const settings = (more: Record<string, string> = {}) => ({
  DATABASE_URL: address('application'),
  SECRET_KEY: 'a key of at least thirty-two characters',
  ...more,
})

beforeAll(async () => {
  postgres = await startEmbedded({ dir: elsewhere, unsafe: true })
  const admin = await connect({ host: postgres.host, port: postgres.port, user: 'postgres', database: 'postgres' })
  await admin.query('create role keeper login createrole')
  await admin.query('create role application login')
  await admin.query('create database lampstand owner keeper')
  await admin.end()
}, 300_000)

afterAll(async () => {
  await server?.kill()
  await postgres.stop()
  await clearAway(dataDir)
})

test('without the owner and with an empty database the start is refused, with the number of migrations', async () => {
  const refused = await launch({ dataDir, set: settings() })
  expect(await refused.ended).toBe(1)
  expect(refused.printed().trim()).toMatch(/^[1-9]\d* migrations? (is|are) pending: set DATABASE_OWNER_URL/)
  expect(refused.printed()).not.toMatch(/^ +at /m)
})

test('with the owner a start migrates, and the application serves', async () => {
  server = await startServer({ dataDir, set: settings({ DATABASE_OWNER_URL: address('keeper') }) })
  pat = await signUp(server.url)
  expect((await pat.ask('POST', '/rest/v1/leads', { firstName: 'Ann' })).name).toBe('Ann')
  expect(await server.stop()).toBe(0)
}, 300_000)

test('migrated, it starts without the owner, and jobs run', async () => {
  server = await startServer({ dataDir, set: settings() })
  pat = await signUp(server.url)
  const { personId } = await pat.ask('POST', '/rest/v1/leads', { firstName: 'Ben' })
  const entries = () => pat.ask('GET', `/rest/v1/timeline?personId=${personId}`)
  await until('the timeline is written', async () => (await entries()).items.length === 2)
}, 300_000)

test('the application sees nothing without a client, another client nothing of this one, and no passwords', async () => {
  const client = await connect({ connectionString: address('application') })
  const { rows } = await client.query('select rolsuper, rolbypassrls from pg_roles where rolname = current_user')
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }])
  await expect(client.query('select * from leads')).rejects.toMatchObject({ code: '42704' })
  await client.query(`select set_config('app.client_id', gen_random_uuid()::text, false)`)
  expect((await client.query('select * from leads')).rows).toEqual([])
  await client.query(`select set_config('app.client_id', $1, false)`, [pat.clientId])
  expect((await client.query('select * from leads')).rows).toHaveLength(1)
  await expect(client.query('select * from auth.credentials')).rejects.toMatchObject({ code: '42501' })
  await expect(client.query('alter table leads disable row level security')).rejects.toMatchObject({ code: '42501' })
  await client.end()
})

test('while PostgreSQL is away the process lives but is not ready, and recovers by itself', async () => {
  await postgres.stop()
  await until('it is not ready', async () => (await send(`${server!.url}/readyz`)).status === 503)
  expect((await send(`${server!.url}/healthz`)).status).toBe(200)
  expect(await pat.call('GET', '/rest/v1/leads')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  postgres = await startEmbedded({ dir: elsewhere, unsafe: true })
  await until('it is ready', async () => (await send(`${server!.url}/readyz`)).status === 200)
  expect(await pat.call('GET', '/rest/v1/leads')).toMatchObject({ status: 200 })
})
