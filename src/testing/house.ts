import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { routes } from '#app/http.ts'
import { jobs } from '#app/jobs.ts'
import { onEmbedded } from '#kernel/boot.ts'
import { clock } from '#kernel/clock.ts'
import { type Database, openDatabase } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { webServer } from '#kernel/http.ts'
import { plugIn, startJobs, stopJobs } from '#kernel/jobs.ts'
import { deliverCallbacksTo } from '#providers/telephony/sandbox/callbacks/service.ts'

let opening: Promise<TestHouse> | undefined

export interface TestHouse {
  database: Database
  /** The owner of the tables: for looking behind row security, never for the product's own work. */
  owner: pg.Client
  name: string
}

/** The database of this test file: its own copy of the migrated template, dropped at its end. */
export function testHouse(): Promise<TestHouse> {
  opening ??= open()
  return opening
}

async function open(): Promise<TestHouse> {
  const at = inject('pg')
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...at, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name} template ${inject('template')} strategy file_copy`)
  const { connections, owner: owning } = onEmbedded(at, name)
  const database = openDatabase(connections)
  const owner = new pg.Client(owning.connection!)
  owner.on('error', () => {})
  await owner.connect()
  plugIn(jobs)
  await startJobs({ work: false })
  // The sandbox carrier speaks to our own addresses, in this process.
  const web = webServer(routes)
  deliverCallbacksTo(async ({ path, body, signature }) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
    const answer = await web.request(`${env.publicUrl}${path}`, { method: 'POST', headers, body })
    return { ok: answer.ok, text: await answer.text() }
  })
  afterAll(async () => {
    clock.reset()
    await stopJobs()
    await database.close()
    await owner.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return { database, owner, name }
}
