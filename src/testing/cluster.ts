import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { jobs } from '#app/jobs.ts'
import { registerJobs } from '#kernel/jobs.ts'
import { onEmbedded } from '#postgres/boot.ts'
import { startEmbedded } from '#postgres/embedded.ts'
import { migrate } from '#postgres/migrate.ts'
import { newScratch } from './scratch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    pg: { host: string; port: number; user: string }
    template: string
  }
}

const TEMPLATE = 'template_house'

/** One PostgreSQL for the run, with a migrated database that each worker copies. */
async function start() {
  const scratch = newScratch()
  const server = await startEmbedded({ dir: path.join(scratch, 'pg'), unsafe: true })
  const at = { host: server.host, port: server.port, user: server.user }
  const admin = new pg.Client({ ...at, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  registerJobs(jobs)
  const { owner, connections } = onEmbedded(at, TEMPLATE)
  await migrate(owner, connections.listen)
  await admin.query(`alter database ${TEMPLATE} is_template true allow_connections false`)
  await admin.end()
  const stop = async () => {
    await server.stop()
    fs.rmSync(scratch, { recursive: true, force: true })
  }
  return { scratch, at, stop }
}

// Each project loads this file anew; what they share has to lie outside of it.
const run = globalThis as { lampstandCluster?: ReturnType<typeof start> }

export default async function setup(project: TestProject) {
  run.lampstandCluster ??= start()
  const { scratch, at } = await run.lampstandCluster
  project.provide('pg', at)
  project.provide('template', TEMPLATE)
  project.provide('scratch', scratch)
  return async () => {
    const started = run.lampstandCluster
    delete run.lampstandCluster
    await (await started)?.stop()
  }
}
