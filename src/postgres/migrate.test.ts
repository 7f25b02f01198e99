// Isolated: a database whose stamp it changes, and connections of its own.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { jobs } from '#app/jobs.ts'
import { registerJobs } from '#kernel/jobs.ts'
import { onEmbedded } from './boot.ts'
import { migrate } from './migrate.ts'

/** A database of its own, and connections to it. */
async function withDatabase(work: (at: ReturnType<typeof onEmbedded>) => Promise<void>): Promise<void> {
  registerJobs(jobs)
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...inject('pg'), database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name} template ${inject('template')} strategy file_copy`)
  try {
    await work(onEmbedded(inject('pg'), name))
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

async function connect(config: pg.ClientConfig, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...config, application_name: name })
  client.on('error', () => {})
  await client.connect()
  return client
}

test('a start that has to migrate refuses while processes of another version run, and goes on when they have ended', async () => {
  await withDatabase(async ({ connections, owner }) => {
    const other = await connect(owner.connection!, 'lampstand app')
    // Nothing to do: processes of this version start beside each other.
    await migrate(owner, connections.listen)
    await other.query(`update house.state set stamp = 'of another version'`)
    await expect(migrate(owner, connections.listen)).rejects.toThrow(/Another version of Lampstand is running/)
    expect((await other.query('select stamp from house.state')).rows).toEqual([{ stamp: 'of another version' }])
    // It ends while the new one waits.
    const waiting = migrate(owner, connections.listen)
    await other.end()
    await waiting
    const look = await connect(owner.connection!, 'test')
    expect((await look.query('select stamp from house.state')).rows[0].stamp).not.toBe('of another version')
    await look.end()
  })
}, 60_000)

test('jobs that a killed process was working on are due for a retry at the next start, and not while another process runs', async () => {
  await withDatabase(async ({ connections, owner }) => {
    const abandoned = async (client: pg.Client) =>
      (await client.query(`select heartbeat_on < now() - interval '1 minute' as it from pgboss.job`)).rows[0].it
    const other = await connect(owner.connection!, 'lampstand jobs')
    const queue = 'messaging.deliver'
    await other.query(
      `insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds)
       values ($1, '{}', 'active', now(), now(), 20)`,
      [queue],
    )
    await migrate(owner, connections.listen)
    expect(await abandoned(other)).toBe(false)
    await other.end()
    await migrate(owner, connections.listen)
    const look = await connect(owner.connection!, 'test')
    expect(await abandoned(look)).toBe(true)
    await look.end()
  })
}, 60_000)
