import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { routes } from '#app/http.ts'
import { jobs } from '#app/jobs.ts'
import { clock } from '#kernel/clock.ts'
import { type Database, openDatabase } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { webServer } from '#kernel/http.ts'
import { registerJobs, startJobs } from '#kernel/jobs.ts'
import { onEmbedded } from '#postgres/boot.ts'
import { deliverCallbacksTo } from '#providers/telephony/sandbox/callbacks/service.ts'

let opening: Promise<TestHouse> | undefined

export interface TestHouse {
  database: Database
  /** The owner of the tables: for looking behind row security, never for the product's own work. */
  owner: pg.Client
  name: string
}

interface Opened extends TestHouse {
  /** The operator account as a first start makes it. */
  operator: object
}

/** The database of this worker: a copy of the migrated template, shared by the files that the worker runs. */
export function testHouse(): Promise<TestHouse> {
  opening ??= open()
  return opening
}

async function open(): Promise<Opened> {
  const at = inject('pg')
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...at, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name} template ${inject('template')} strategy file_copy`)
  await admin.end()
  const { connections, owner: owning } = onEmbedded(at, name)
  const database = openDatabase(connections)
  const owner = new pg.Client(owning.connection!)
  owner.on('error', () => {})
  await owner.connect()
  registerJobs(jobs)
  await startJobs({ work: false })
  // The sandbox carrier calls our own webhooks, in this process.
  const web = webServer(routes)
  deliverCallbacksTo(async ({ path, body, signature }) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
    const answer = await web.request(`${env.publicUrl}${path}`, { method: 'POST', headers, body })
    return { ok: answer.ok, text: await answer.text() }
  })
  const { rows } = await owner.query(`select to_jsonb(c) - 'id' as operator from clients c where house`)
  return { database, owner, name, operator: rows[0].operator }
}

/**
 * What one file must not leave to the next: a moved clock, waiting jobs, accounts that schedules would visit, and
 * changes to the operator account. Everything else belongs to an account of the file that made it.
 */
export async function startFile(): Promise<void> {
  clock.reset()
  if (!opening) return
  const { owner, operator } = (await opening) as Opened
  // The queues are emptied rather than filtered by account, so that runWaitingJobs runs what a worker would run.
  await owner.query('truncate pgboss.job, stripe_sandbox_notices, carrier_sandbox_callbacks, payments_sandbox_notices')
  await owner.query(
    `update clients set closed_at = now(), house = false, slug = 'closed-' || id where closed_at is null`,
  )
  await owner.query(
    `insert into clients select * from jsonb_populate_record(null::clients, $1::jsonb || jsonb_build_object('id', uuidv7()))`,
    [operator],
  )
  await owner.query(`
    insert into client_addresses (client_id, slug) select id, slug from clients where house
    on conflict (slug) do update set client_id = excluded.client_id`)
  await analyzeGrown(owner)
}

/** In place of autovacuum, which is off: without figures of grown tables PostgreSQL plans as if they were empty. */
async function analyzeGrown(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables where n_mod_since_analyze > 500`,
  )
  if (rows.length > 0) await owner.query(`vacuum (analyze) ${rows.map(({ name }) => name).join(', ')}`)
}
