import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { env } from '#kernel/env.ts'
import { installQueues, queues } from '#kernel/jobs.ts'
import { log } from '#kernel/log.ts'
import { SettingError } from '#kernel/setting-error.ts'
import { policySql, tablePolicies } from '#kernel/table-policies.ts'
import { releaseAbandonedJobs } from './abandoned-jobs.ts'

const migrationsFolder = path.join(env.root, 'migrations')
const houseFile = path.join(env.root, 'src/kernel/house.sql')
const LOCK = 727_201
const ROLES = ['lampstand_app', 'lampstand_platform', 'lampstand_identity']

export interface Owner {
  /** The role that owns the tables; null where DATABASE_OWNER_URL is not set. */
  connection: pg.ClientConfig | null
  /** The login of DATABASE_URL, which becomes a member of our roles; null on the embedded server, where they log in. */
  login: string | null
}

const migrations = () =>
  fs
    .readdirSync(migrationsFolder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .sort()

/** Changes when a start has something to do: a migration, a rule of this project, a queue. */
const stampOf = () =>
  createHash('sha256')
    .update(JSON.stringify([migrations(), fs.readFileSync(houseFile, 'utf8'), policySql(), queues(), 1]))
    .digest('hex')

/**
 * Brings the database up to this version. As the owner it migrates; without the owner's address it only looks,
 * and refuses to start while migrations are pending.
 */
export async function migrate(owner: Owner, app: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...(owner.connection ?? app), application_name: 'lampstand migrate' })
  client.on('error', error => log.warn({ err: error.message }, 'migration connection'))
  await client.connect().catch(error => {
    const name = owner.login === null ? 'DATA_DIR' : owner.connection ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'
    throw new SettingError(`${name}: PostgreSQL can't be reached or lets nobody in: ${error.message || error.code}.`)
  })
  try {
    await requireVersion(client)
    if ((await stampOn(client)) === stampOf()) return await releaseAbandonedJobs(client)
    if (!owner.connection) return await refuseToStart(client)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    if ((await stampOn(client)) === stampOf()) return
    await refuseBesideOthers(client)
    await bringUp(client, owner)
  } finally {
    await client.end()
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show server_version_num')
  const version = Number(rows[0].server_version_num)
  if (version < 180_000)
    throw new SettingError(
      `DATABASE_URL: Lampstand needs PostgreSQL 18 or newer; this is ${Math.floor(version / 10_000)}.`,
    )
}

async function stampOn(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(`select to_regclass('house.state') is not null as made`)
  if (!rows[0].made) return undefined
  return (await client.query(`select stamp from house.state`)).rows[0]?.stamp
}

async function refuseToStart(client: pg.Client): Promise<never> {
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as made`)
  const done = rows[0].made
    ? Number((await client.query('select count(*) from drizzle.__drizzle_migrations')).rows[0].count)
    : 0
  const pending = Math.max(migrations().length - done, 0)
  throw new SettingError(
    `${pending} ${pending === 1 ? 'migration is' : 'migrations are'} pending: set DATABASE_OWNER_URL for one start, as the role that owns the tables.`,
  )
}

/** A process that was just ended may still be connected for a moment. */
const LEAVING_MS = 5_000

/**
 * Processes of another version would go on with code that does not know the new tables. Those of this version have
 * nothing open but a connection that waits here to migrate.
 */
async function refuseBesideOthers(client: pg.Client, patience = LEAVING_MS): Promise<void> {
  const { rows } = await client.query(`
    select count(*)::int as others from pg_stat_activity where datname = current_database()
    and application_name ~ '^lampstand (app|platform|identity|listen|jobs)$'`)
  if (rows[0].others === 0) return
  if (patience <= 0)
    throw new SettingError(
      'Another version of Lampstand is running on this database. Stop all of its processes, then start this version again: it has to migrate first.',
    )
  await pause(200)
  return refuseBesideOthers(client, patience - 200)
}

async function bringUp(client: pg.Client, owner: Owner): Promise<void> {
  for (const role of ROLES) await makeRole(client, role, owner.login)
  for (const name of ['pg_trgm', 'btree_gin', 'btree_gist', 'unaccent'])
    await client.query(`create extension if not exists ${name}`)
  // Under row security an index on ILIKE is used only if the operator may not leak; a superuser can say so.
  await client.query('alter function texticlike(text, text) leakproof').catch(() => {})
  await client.query('create schema if not exists auth')
  await runMigrations(drizzle({ client }), { migrationsFolder })
  await client.query(fs.readFileSync(houseFile, 'utf8'))
  await client.query(policySql())
  await requirePolicies(client)
  await installQueues(owner.connection!)
  await client.query(`
    grant usage on schema pgboss to ${ROLES.join(', ')};
    grant select, insert, update, delete on all tables in schema pgboss to ${ROLES.join(', ')};
    grant execute on all functions in schema pgboss to ${ROLES.join(', ')};
    grant usage, select on all sequences in schema pgboss to ${ROLES.join(', ')};
    create schema if not exists house;
    create table if not exists house.state (one boolean primary key default true check (one), stamp text not null, at timestamptz not null default now());
    grant usage on schema house, drizzle to ${ROLES.join(', ')};
    grant select on house.state, drizzle.__drizzle_migrations to ${ROLES.join(', ')};`)
  await client.query(
    `insert into house.state (stamp) values ($1) on conflict (one) do update set stamp = excluded.stamp, at = now()`,
    [stampOf()],
  )
  await client.query('analyze')
}

/** A table whose module was not loaded would lose what it declares: neither logged nor handed on. */
async function requirePolicies(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped)`,
  )
  const bare = rows.map(({ name }) => name).filter(name => !tablePolicies().has(name))
  if (bare.length > 0) throw new Error(`tables without a policy: ${bare.join(', ')}`)
}

/** Roles belong to the whole server: another database of it may have made them already. */
async function makeRole(client: pg.Client, role: string, login: string | null): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (!rowCount) {
    await client.query(`create role ${role} ${login ? 'nologin' : 'login'}`).catch(error => {
      if (error.code === '42501') {
        throw new SettingError(
          `DATABASE_OWNER_URL: this role may not create roles. Ask for: create role ${role} nologin; grant ${role} to "${login}" with inherit ${role === 'lampstand_app'};`,
        )
      }
      if (error.code !== '42710' && error.code !== '23505') throw error
    })
  }
  // The application's login acts as lampstand_app; the other two it must ask for by name (SET ROLE).
  if (login) await client.query(`grant ${role} to "${login}" with inherit ${role === 'lampstand_app'}, set true`)
}
