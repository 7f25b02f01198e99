// Isolated: a database whose stamp it changes, and connections of its own.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { jobs } from '#app/jobs.ts'
import { plugIn } from '#kernel/jobs.ts'
import { onEmbedded } from './boot.ts'
import { migrate } from './migrate.ts'

test('a start that has to migrate refuses while processes of another version run, and goes on when they have ended', async () => {
  plugIn(jobs)
  const at = inject('pg')
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...at, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name} template ${inject('template')} strategy file_copy`)
  const { connections, owner } = onEmbedded(at, name)
  const other = new pg.Client({ ...owner.connection!, application_name: 'lampstand app' })
  other.on('error', () => {})
  await other.connect()
  try {
    // Nothing to do: processes of this version start beside each other.
    await migrate(owner, connections.listen)
    await other.query(`update house.state set stamp = 'of another version'`)
    await expect(migrate(owner, connections.listen)).rejects.toThrow(/Another version of Lampstand is running/)
    expect((await other.query('select stamp from house.state')).rows).toEqual([{ stamp: 'of another version' }])
    // It ends while the new one waits.
    const waiting = migrate(owner, connections.listen)
    await other.end()
    await waiting
    const look = new pg.Client(owner.connection!)
    await look.connect()
    expect((await look.query('select stamp from house.state')).rows[0].stamp).not.toBe('of another version')
    await look.end()
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}, 60_000)
