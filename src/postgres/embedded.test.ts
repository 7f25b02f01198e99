// Isolated: starts PostgreSQL servers of its own
import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { clusterDir } from './embedded/place.ts'
import { isAlive, processesNaming } from './embedded/processes.ts'
import { startEmbedded } from './embedded.ts'

// In memory where that is large enough: what is killed here are processes, not the machine.
const memory = existsSync('/dev/shm') ? statfsSync('/dev/shm') : { bavail: 0, bsize: 0 }
const base = memory.bavail * memory.bsize > 1e9 ? '/dev/shm' : os.tmpdir()

let home: string
let dir: string
const started: ChildProcess[] = []

beforeEach(() => {
  home = mkdtempSync(path.join(base, 'lampstand-embedded-'))
  chmodSync(home, 0o755) // the server's account has to get in
  dir = path.join(home, 'pg')
})

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  if (existsSync(dir)) await (await startEmbedded({ dir })).stop()
  rmSync(home, { recursive: true, force: true })
})

type Reached = { host: string; port: number; pid: number; adopted: boolean; process: ChildProcess }

/** Another Lampstand process that uses the directory until it is killed. */
async function anotherProcess(): Promise<Reached> {
  const code = `
    import { startEmbedded } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)}
    const { host, port, pid, adopted } = await startEmbedded({ dir: ${JSON.stringify(dir)} })
    console.log(JSON.stringify({ host, port, pid, adopted }))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', text => resolve(String(text)))
    child.once('exit', code => reject(new Error(`ended with ${code}`)))
  })
  return { ...JSON.parse(line), process: child }
}

async function query(server: { host: string; port: number }, sql: string) {
  const client = new pg.Client({ host: server.host, port: server.port, user: 'postgres', database: 'postgres' })
  client.on('error', () => {}) // the server is killed under it
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const write = (server: Reached) => query(server, 'create table kept as select 1 as row')
const isGone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), 25_000)

/** Kills the shell that would stop the server for its process. */
function killWatchers() {
  for (const pid of processesNaming(`${dir}.users`)) process.kill(pid, 'SIGKILL')
}

test('two processes that start at once on an empty directory share one server', async () => {
  const [one, other] = await Promise.all([anotherProcess(), anotherProcess()])
  expect(one.pid).toBe(other.pid)
  expect([one.adopted, other.adopted].sort()).toEqual([false, true])
  expect(readdirSync(home).sort()).toEqual(['pg', 'pg.users'])
})

test('the server stays until its last user has gone', async () => {
  const first = await anotherProcess()
  const second = await startEmbedded({ dir })
  expect(second).toMatchObject({ adopted: true, pid: first.pid })
  const third = await anotherProcess()
  first.process.kill('SIGKILL')
  await second.stop()
  expect(await query(third, 'select 1 as row')).toEqual([{ row: 1 }])
  third.process.kill('SIGKILL')
  await isGone(third.pid)
})

test('a server that was killed is started again, with every write', async () => {
  const user = await anotherProcess()
  await write(user)
  process.kill(user.pid, 'SIGKILL')
  await isGone(user.pid)
  await vi.waitFor(async () => expect(await query(user, 'select row from kept')).toEqual([{ row: 1 }]), 10_000)
})

test('every write is there after both were killed', async () => {
  const user = await anotherProcess()
  await write(user)
  killWatchers()
  user.process.kill('SIGKILL')
  process.kill(user.pid, 'SIGKILL')
  const next = await anotherProcess()
  expect(next.adopted).toBe(false)
  expect(await query(next, 'select row from kept')).toEqual([{ row: 1 }])
})

test('a server whose process and watcher were killed is adopted', async () => {
  const user = await anotherProcess()
  killWatchers()
  user.process.kill('SIGKILL')
  await isGone(user.process.pid!)
  expect(await anotherProcess()).toMatchObject({ adopted: true, pid: user.pid })
})

test('the server stops when its only process is killed', async () => {
  const user = await anotherProcess()
  user.process.kill('SIGKILL')
  await isGone(user.pid)
  const said = () => readFileSync(path.join(dir, 'server.log'), 'utf8')
  await vi.waitFor(() => expect(said()).toContain('database system is shut down'), 5_000)
})

test('a lock that names a stranger does not keep it from starting', async () => {
  const user = await anotherProcess()
  const lock = readFileSync(path.join(dir, 'postmaster.pid'), 'utf8')
  user.process.kill('SIGKILL')
  await isGone(user.pid)
  writeFileSync(path.join(dir, 'postmaster.pid'), lock.replace(/^\d+/, String(process.pid)))
  expect(await anotherProcess()).toMatchObject({ adopted: false })
})

test('a directory may have a long name', async () => {
  dir = path.join(home, 'a'.repeat(90), 'b'.repeat(90), 'pg')
  expect(await query(await anotherProcess(), 'show fsync')).toEqual([{ fsync: 'on' }])
})

test('a directory that cannot be written is named in a sentence', async () => {
  const file = path.join(home, 'file')
  writeFileSync(file, '')
  await expect(startEmbedded({ dir: path.join(file, 'pg') })).rejects.toThrow(
    `DATA_DIR is ${file}, but Lampstand can't write there (part of the path is a file).`,
  )
  await expect(startEmbedded({ dir: path.join(file, 'deep', 'pg') })).rejects.toThrow('part of the path is a file')
})

test.runIf(process.getuid?.() === 0)("root's closed directory keeps its cluster where the server gets in", async () => {
  dir = path.join(home, 'closed', 'pg')
  mkdirSync(path.dirname(dir), { mode: 0o700 })
  const elsewhere = clusterDir(dir)
  onTestFinished(() => rmSync(path.dirname(elsewhere), { recursive: true, force: true }))
  expect(elsewhere).toMatch(/^\/var\/lib\/lampstand-data-/)
  await write(await anotherProcess())
  expect(existsSync(path.join(elsewhere, 'PG_VERSION'))).toBe(true)
  chmodSync(path.dirname(dir), 0o755)
  expect(clusterDir(dir)).toBe(elsewhere)
})
