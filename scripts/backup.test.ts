// Isolated: starts PostgreSQL servers of its own
import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  type Dirent,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEmbedded } from '#postgres/embedded.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const memory = existsSync('/dev/shm') ? statfsSync('/dev/shm') : { bavail: 0, bsize: 0 }
const base = memory.bavail * memory.bsize > 1e9 ? '/dev/shm' : os.tmpdir()

let home: string
let dataDir: string
let other: string
let archive: string
let running: ChildProcess | undefined

beforeEach(() => {
  home = mkdtempSync(path.join(base, 'lampstand-backup-test-'))
  chmodSync(home, 0o755) // the server's account has to get in
  dataDir = path.join(home, 'data')
  other = path.join(home, 'other')
  archive = path.join(home, 'saved.tar')
  mkdirSync(path.join(dataDir, 'keys'), { recursive: true })
  writeFileSync(path.join(dataDir, 'keys/secret.key'), 'a key', { mode: 0o600 })
  chmodSync(path.join(dataDir, 'keys'), 0o700)
  mkdirSync(path.join(dataDir, 'uploads/ab'), { recursive: true })
  writeFileSync(path.join(dataDir, 'uploads/ab/photo.png'), 'a photo')
})

afterEach(async () => {
  running?.kill('SIGKILL')
  running = undefined
  if (existsSync(path.join(dataDir, 'pg'))) await (await startEmbedded({ dir: path.join(dataDir, 'pg') })).stop()
  for (const { name, parentPath } of readdirSync(home, { recursive: true, withFileTypes: true }).filter(isLink)) {
    rmSync(path.dirname(readlinkSync(path.join(parentPath, name))), { recursive: true, force: true })
  }
  rmSync(home, { recursive: true, force: true })
})

/** A process that uses the directory and never stops writing numbers, tables that come and go among them. */
async function writer(): Promise<void> {
  const code = `
    import pg from 'pg'
    import { startEmbedded } from '#postgres/embedded.ts'
    const { host, port } = await startEmbedded({ dir: ${JSON.stringify(path.join(dataDir, 'pg'))} })
    const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres' })
    await client.connect()
    await client.query('create table counted (n int primary key, filler text)')
    for (let n = 1; ; n++) {
      await client.query('insert into counted values ($1, repeat($2, 2000))', [n, 'x'])
      if (n % 20 === 0) await client.query('drop table if exists passing')
      if (n % 20 === 0) await client.query('create table passing as select * from counted')
      if (n === 200) console.log('writing')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  running = child
  await new Promise<void>((resolve, reject) => {
    child.stdout!.once('data', () => resolve())
    child.once('exit', code => reject(new Error(`ended with ${code}`)))
  })
}

async function query(dir: string, sql: string): Promise<any> {
  const server = await startEmbedded({ dir: path.join(dir, 'pg') })
  const client = new pg.Client({ host: server.host, port: server.port, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
    await server.stop()
  }
}

const save = () => backup({ dataDir, file: archive, embedded: true })
const isLink = (entry: Dirent) => entry.isSymbolicLink() && entry.name === 'pg'
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

test('a backup made while rows are written restores all rows before it, without a hole', async () => {
  await writer()
  const before = await query(dataDir, 'select count(*)::int as n from counted')
  await save()
  expect(modeOf(archive)).toBe('600')
  await restore({ archive, dataDir: other })
  const after = await query(other, 'select count(*)::int as n, max(n) as last from counted')
  expect(after.n).toBeGreaterThanOrEqual(before.n)
  expect(after.last).toBe(after.n)
  expect(readFileSync(path.join(other, 'keys/secret.key'), 'utf8')).toBe('a key')
  expect(readFileSync(path.join(other, 'uploads/ab/photo.png'), 'utf8')).toBe('a photo')
  expect([modeOf(path.join(other, 'keys')), modeOf(path.join(other, 'keys/secret.key'))]).toEqual(['700', '600'])
  expect(modeOf(path.join(other, 'pg'))).toBe('700')
})

test('a backup can be made while Lampstand is stopped', async () => {
  await query(dataDir, 'create table kept as select 1 as row')
  await save()
  await restore({ archive, dataDir: other })
  expect(await query(other, 'select row from kept')).toEqual({ row: 1 })
})

test('data is not overwritten, and is kept aside when asked to', async () => {
  await query(dataDir, 'create table kept as select 1 as row')
  await save()
  await query(dataDir, 'update kept set row = 2')
  await expect(restore({ archive, dataDir })).rejects.toThrow('holds data')
  const { aside } = await restore({ archive, dataDir, replace: true })
  expect(await query(dataDir, 'select row from kept')).toEqual({ row: 1 })
  expect(await query(aside!, 'select row from kept')).toEqual({ row: 2 })
  expect(readdirSync(home).filter(name => name.includes('restoring'))).toEqual([])
})

test.runIf(process.getuid?.() === 0)('a data directory that only root may enter is saved and restored', async () => {
  chmodSync(dataDir, 0o700)
  await query(dataDir, 'create table kept as select 1 as row')
  await save()
  await query(dataDir, 'update kept set row = 2')
  chmodSync(home, 0o700)
  const { aside } = await restore({ archive, dataDir, replace: true })
  expect(await query(dataDir, 'select row from kept')).toEqual({ row: 1 })
  expect(await query(aside!, 'select row from kept')).toEqual({ row: 2 })
})

test('nothing is restored under a running Lampstand', async () => {
  await writer()
  await save()
  await expect(restore({ archive, dataDir, replace: true })).rejects.toThrow(`Lampstand is running on ${dataDir}`)
  running!.kill('SIGKILL')
  await vi.waitFor(() => restore({ archive, dataDir, replace: true }), 10_000)
})

test('what is no backup is refused before anything is touched', async () => {
  writeFileSync(archive, 'a letter')
  await expect(restore({ archive, dataDir: other })).rejects.toThrow(`${archive} is not a backup of Lampstand`)
  expect(existsSync(other)).toBe(false)
})

test('a backup needs something to save and a place to go', async () => {
  await expect(backup({ dataDir: other, file: archive, embedded: true })).rejects.toThrow('does not exist')
  await expect(backup({ dataDir, file: path.join(dataDir, 'a.tar'), embedded: true })).rejects.toThrow('outside of')
  writeFileSync(archive, '')
  await expect(save()).rejects.toThrow('exists already')
})

test('with a database of its own elsewhere, uploads and keys are saved', async () => {
  await backup({ dataDir, file: archive, embedded: false })
  expect(await restore({ archive, dataDir: other })).toMatchObject({ database: false })
  expect(readdirSync(other).sort()).toEqual(['keys', 'uploads'])
})
