import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { jobs } from '#app/jobs.ts'
import { onEmbedded } from '#kernel/boot.ts'
import { startEmbedded } from '#kernel/embedded.ts'
import { plugIn } from '#kernel/jobs.ts'
import { migrate } from '#kernel/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    pg: { host: string; port: number; user: string }
    template: string
    scratch: string
  }
}

/** Whether memory can hold the cluster: many containers give it 64 MB. */
function inMemory(): boolean {
  if (!fs.existsSync('/dev/shm')) return false
  const { bavail, bsize } = fs.statfsSync('/dev/shm')
  return bavail * bsize > 1_000_000_000
}

/** One cluster for the run, in memory where that can be, with a migrated database that each test file copies. */
export default async function setup(project: TestProject) {
  const base = inMemory() ? '/dev/shm' : os.tmpdir()
  const scratch = fs.mkdtempSync(path.join(base, 'lampstand-test-'))
  fs.chmodSync(scratch, 0o755) // mkdtemp makes 0700: the account that runs PostgreSQL could not get in
  const server = await startEmbedded({ dir: path.join(scratch, 'pg'), unsafe: true })
  const at = { host: server.host, port: server.port, user: server.user }
  const admin = new pg.Client({ ...at, database: 'postgres' })
  await admin.connect()
  await admin.query('create database template_house')
  plugIn(jobs)
  const { owner, connections } = onEmbedded(at, 'template_house')
  await migrate(owner, connections.listen)
  await admin.query('alter database template_house is_template true allow_connections false')
  await admin.end()
  project.provide('pg', at)
  project.provide('template', 'template_house')
  project.provide('scratch', scratch)
  return async () => {
    await server.stop()
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}
