/** Says how this Lampstand is set up and what is wrong with it; ends with 1 if anything is. */
import { existsSync, mkdtempSync, rmdirSync, statfsSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import pg from 'pg'
import type { Env } from '#kernel/env.ts'
import { SettingError } from '#kernel/setting-error.ts'
import { clusterDir, placeOf, usable } from '#postgres/embedded/place.ts'
import { runningPid, startEmbedded } from '#postgres/embedded.ts'
import { converterVersion } from '#providers/converter/index.ts'
import { command, Refusal } from './command.ts'

type Finding = string | { problem: string }
interface Check {
  about: string
  find(env: Env): Finding | Promise<Finding>
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

const checks: Check[] = [
  { about: 'Mode', find: modeOf },
  {
    about: 'Node',
    find: () =>
      Number.parseInt(process.versions.node, 10) >= 24 ? process.version : wrong('Node 24 or newer is needed'),
  },
  { about: 'Data', find: dataDirectory },
  { about: 'Disk', find: freeDisk },
  { about: 'Database', find: env => (env.databaseUrl ? ownDatabase(env) : embeddedDatabase(env)) },
  { about: 'Port', find: portOf },
  { about: 'Mail out', find: env => liveIf(env.smtpUrl, 'mail is kept in the outbox') },
  { about: 'Mail in', find: env => liveIf(env.imapUrl, 'replies are written in the outbox') },
  { about: 'Billing', find: env => liveIf(env.stripeSecretKey, 'cards are not charged') },
  { about: 'Files', find: env => (env.s3 ? `live, bucket ${env.s3.bucket}` : 'in the data directory') },
  { about: 'Films', find: filmsOf },
  { about: 'Models', find: modelsOf },
]

function modeOf({ production, demo, only, publicUrl }: Env): string {
  const mode = production ? 'production' : demo ? 'demo' : 'without the demo church'
  const what = { both: 'web and jobs', web: 'web only', worker: 'jobs only' }[only]
  return `${mode}, ${what}, at ${publicUrl}`
}

const wrong = (problem: string) => ({ problem })
const liveIf = (set: string | undefined, sandbox: string) => (set ? 'live' : `sandbox: ${sandbox}`)

function modelsOf({ openaiApiKey, anthropicApiKey, googleApiKey, aiBaseUrl }: Env): string {
  const keys = { OpenAI: openaiApiKey, Anthropic: anthropicApiKey, Google: googleApiKey, 'own address': aiBaseUrl }
  const live = Object.entries(keys).filter(([, key]) => key)
  return live.length > 0 ? `live: ${live.map(([name]) => name).join(', ')}` : 'built-in engine'
}

async function filmsOf(): Promise<string> {
  const version = await converterVersion()
  return version
    ? `ffmpeg ${version} converts what browsers don’t play`
    : 'ffmpeg is not installed: films that browsers don’t play are kept, and not converted'
}

function dataDirectory({ dataDir }: Env): Finding {
  rmdirSync(mkdtempSync(path.join(usable(dataDir), '.doctor-')))
  return dataDir
}

function freeDisk({ dataDir, root }: Env): Finding {
  const { bavail, bsize } = statfsSync(existsSync(dataDir) ? dataDir : root)
  const free = bavail * bsize
  return free > 1e9 ? `${gigabytes(free)} free` : wrong(`only ${gigabytes(free)} are free`)
}

async function embeddedDatabase({ dataDir }: Env): Promise<Finding> {
  const dir = clusterDir(path.join(dataDir, 'pg'))
  const runs = runningPid(placeOf(dir)) !== undefined
  const server = await startEmbedded({ dir })
  try {
    const { host, port, user } = server
    return `embedded, PostgreSQL ${await versionOf({ host, port, user, database: 'postgres' })}, ${runs ? 'running' : 'starts'}`
  } finally {
    await server.stop()
  }
}

async function ownDatabase({ databaseUrl, databaseOwnerUrl }: Env): Promise<Finding> {
  const version = await versionOf({ connectionString: databaseUrl })
  if (Number.parseInt(version, 10) < 18) return wrong(`DATABASE_URL: PostgreSQL ${version}; 18 or newer is needed`)
  if (!databaseOwnerUrl) return `DATABASE_URL, PostgreSQL ${version}; without DATABASE_OWNER_URL it is not migrated`
  await versionOf({ connectionString: databaseOwnerUrl })
  return `DATABASE_URL, PostgreSQL ${version}; both roles can log in`
}

async function versionOf(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    return (await client.query('show server_version')).rows[0].server_version
  } finally {
    await client.end().catch(() => {})
  }
}

async function portOf({ host, port, only }: Env): Promise<Finding> {
  if (only === 'worker') return 'none is needed'
  if (await isFree(host, port)) return `${port} is free`
  const answer = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`).catch(() => undefined)
  return answer?.ok ? `${port}: Lampstand answers there` : wrong(`${port} is taken by another program`)
}

function isFree(host: string, port: number): Promise<boolean> {
  const server = net.createServer()
  return new Promise(resolve => {
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

async function findingOf({ find }: Check, env: Env): Promise<Finding> {
  try {
    return await find(env)
  } catch (error) {
    return wrong((error as Error).message)
  }
}

await command(import.meta, 'npm run doctor', async () => {
  const { env, namesSet } = await import('#kernel/env.ts').catch(error => {
    throw error instanceof SettingError ? new Refusal(`problem  Settings: ${error.message}`) : error
  })
  console.log(`ok       Settings: ${namesSet.join(', ') || 'all as they come'}`)
  let problems = 0
  for (const check of checks) {
    const finding = await findingOf(check, env)
    const problem = typeof finding === 'object'
    problems += problem ? 1 : 0
    console.log(`${problem ? 'problem ' : 'ok      '} ${check.about}: ${problem ? finding.problem : finding}`)
  }
  if (problems > 0) throw new Refusal(`\n${problems === 1 ? 'One thing needs' : `${problems} things need`} attention.`)
})
