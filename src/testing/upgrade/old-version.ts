import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { env } from '#kernel/env.ts'
import { installQueues } from '#kernel/jobs.ts'

/** The key that sealed the links of the fixture. */
export const FIXTURE_KEY = 'the key of the upgrade fixture, at least thirty-two'
/** The migrations that the fixture's version knew. */
const KNOWN = [
  '20261120075530_house',
  '20261120105308_front_door',
  '20261120144240_talking',
  '20261120201728_own_fields',
]

/** What the fixture holds, by name; made through the calls of that version. */
export interface Made {
  now: string
  clientId: string
  reader: string
  links: string[]
  /** An email campaign that waits for its time. */
  laterId: string
  /** The thread in which a reply waits for its time. */
  threadId: string
  mergeId: string
  keptId: string
  goneId: string
  formId: string
  half: { email: string }
  importId: string
  importFile: string
  people: Record<'owner' | 'staff' | 'pastor', { id: string; session: string }>
}

interface Fixture {
  made: Made
  /** Rows as JSON by `schema.table`. */
  data: Record<string, object[]>
}

const file = (name: string) => path.join(import.meta.dirname, name)

/** Fills an empty database as the version before manifests and confidential rows left it. */
export async function fillOldVersion(connection: pg.ClientConfig): Promise<Made> {
  const { made, data } = JSON.parse(gunzipSync(fs.readFileSync(file('version-1.json.gz'))).toString()) as Fixture
  const client = new pg.Client(connection)
  await client.connect()
  for (const role of ['lampstand_app', 'lampstand_platform', 'lampstand_identity'])
    await client.query(`create role ${role} login`).catch(ifMissing)
  for (const name of ['pg_trgm', 'btree_gin', 'unaccent']) await client.query(`create extension if not exists ${name}`)
  await client.query('create schema if not exists auth')
  await runKnownMigrations(client)
  await client.query(fs.readFileSync(file('version-1.sql'), 'utf8'))
  await installQueues(connection)
  await client.query('set session_replication_role = replica')
  // What a first start wrote by itself gives way to what stood in the fixture's database.
  const own = Object.keys(data).filter(name => !name.startsWith('pgboss.'))
  await client.query(`truncate ${own.join(', ')} cascade`)
  for (const [name, rows] of Object.entries(data)) await fill(client, name, rows)
  await client.query(
    'create schema house; create table house.state (one boolean primary key default true, stamp text not null, at timestamptz not null default now())',
  )
  await client.query(`insert into house.state (stamp) values ('version 1')`)
  await client.end()
  return made
}

const ifMissing = (error: { code?: string }) => {
  if (error.code !== '42710') throw error
}

async function runKnownMigrations(client: pg.Client): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lampstand-old-migrations-'))
  for (const name of KNOWN)
    fs.cpSync(path.join(env.root, 'migrations', name), path.join(folder, name), { recursive: true })
  await runMigrations(drizzle({ client }), { migrationsFolder: folder })
  fs.rmSync(folder, { recursive: true })
}

async function fill(client: pg.Client, name: string, rows: object[]): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  )
  const list = columns.map(column => column.name).join(', ')
  await client.query(
    `insert into ${name} (${list}) select ${list} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}
