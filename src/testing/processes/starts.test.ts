// Isolated: runs servers of its own
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from '#postgres/embedded/processes.ts'
import { PROBE } from '#providers/storage/index.ts'
import { ownerOf } from './database.ts'
import { send, signUp } from './person.ts'
import { preparedDataDir } from './prepared.ts'
import { clearAway, launch, newDataDir, postgresOf, type ServerOptions, startServer } from './server.ts'
import { until } from './until.ts'

/** Starts what can't start; answers what it said and its exit code. */
async function refused(options: ServerOptions & { dataDir: string }) {
  const server = await launch(options)
  onTestFinished(() => clearAway(options.dataDir, server))
  const code = await server.ended
  expect(server.printed()).not.toMatch(/^ +at /m)
  expect(postgresOf(options.dataDir)).toBeUndefined()
  return { code, said: server.printed().trim() }
}

test('a port that is taken is named in a sentence, and nothing is left behind', async () => {
  const other = http.createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  expect(await refused({ dataDir: await preparedDataDir(), port })).toEqual({
    code: 1,
    said: `Port ${port} is taken by another program: stop it, or set PORT to another number.`,
  })
})

test('a data directory that cannot be written is named in a sentence', async () => {
  const home = path.dirname(newDataDir())
  const file = path.join(home, 'file')
  fs.writeFileSync(file, '')
  const { code, said } = await refused({ dataDir: path.join(file, 'data') })
  fs.rmSync(home, { recursive: true })
  expect(code).toBe(1)
  expect(said.split('\n')).toEqual([
    expect.stringMatching(`^DATA_DIR is ${file}/data, but Lampstand can't write there \\(part of the path is a file`),
  ])
})

test.each([
  [{ PORT: 'eighty' }, 'PORT is "eighty": it must be a whole number from 1 to 65535.'],
  [{ DEMO: 'perhaps' }, 'DEMO is "perhaps": it must be on or off.'],
  [{ DEMO: 'on', HOST: '0.0.0.0' }, /^DEMO can't be on .* not a loopback address/],
  [{ DATABASE_URL: 'postgresql://app@127.0.0.1:1/x' }, /^SECRET_KEY is required with DATABASE_URL/],
  [{ DATABASE_URL: 'postgresql://app@127.0.0.1:1/x', SECRET_KEY: 'k'.repeat(32) }, /^DATABASE_URL: .*ECONNREFUSED/],
  [{ ONLY: 'everything' }, 'ONLY is "everything": it must be one of both, web, worker.'],
])('a setting that cannot be is named in a sentence: %o', async (set: Record<string, string>, sentence) => {
  const { code, said } = await refused({ dataDir: newDataDir(), set })
  expect(code).toBe(1)
  expect(said.split('\n')).toEqual([typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)])
})

test('SIGTERM: what runs is finished, what comes is not taken, and PostgreSQL stops', async () => {
  const server = await startServer({ dataDir: await preparedDataDir() })
  onTestFinished(() => clearAway(server.dataDir, server))
  const pat = await signUp(server.url)
  const postgres = postgresOf(server.dataDir)!
  const release = await holdColumn(server.dataDir, pat.clientId)
  const slow = pat.call('POST', '/rest/v1/leads', { firstName: 'Slow' })
  await release.waitedFor
  const begun = Date.now()
  server.process.kill('SIGTERM')
  await until('no further request is taken', () => send(`${server.url}/healthz`).then(none, () => true))
  expect(server.process.exitCode).toBeNull()
  await release.now()
  expect(await slow).toMatchObject({ status: 200, body: { name: 'Slow' } })
  expect(await server.ended).toBe(0)
  expect(Date.now() - begun).toBeLessThan(10_000)
  expect(isAlive(postgres)).toBe(false)
})

const none = () => false

/** Keeps one church from adding leads until released. */
async function holdColumn(dataDir: string, clientId: string) {
  const client = new pg.Client(ownerOf(dataDir))
  client.on('error', () => {})
  await client.connect()
  await client.query(`select pg_advisory_lock(hashtextextended($1, 0))`, [`${clientId} new`])
  const waiting = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`
  const waitedFor = until('a request waits', async () => (await client.query(waiting)).rows[0].n > 0)
  return { waitedFor, now: () => client.end() }
}

test('a server that serves is alive and ready, and refuses a body that is too large in a sentence', async () => {
  const server = await startServer({ dataDir: await preparedDataDir() })
  onTestFinished(() => clearAway(server.dataDir, server))
  expect(await send(`${server.url}/healthz`)).toEqual({ status: 200, body: { ok: true } })
  expect(await send(`${server.url}/readyz`)).toEqual({ status: 200, body: { ready: true } })
  // A file that takes no byte stands for a full disk.
  const probe = path.join(server.dataDir, PROBE)
  fs.rmSync(probe)
  fs.symlinkSync('/dev/full', probe)
  expect(await send(`${server.url}/readyz`)).toEqual({
    status: 503,
    body: { ready: false, reason: 'No space is left for files.' },
  })
  fs.rmSync(probe)
  expect((await send(`${server.url}/readyz`)).status).toBe(200)
  const pat = await signUp(server.url)

  const tooLarge = await pat.call('POST', '/rest/v1/leads', { firstName: 'x'.repeat(2_000_000) })
  expect(tooLarge).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
  const auth = await send(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: pat.email, password: 'x'.repeat(2_000_000) }),
  })
  expect(auth.status).toBe(413)
  expect(await pat.call('GET', '/rest/v1/leads')).toMatchObject({ status: 200, body: { items: [] } })
})
