import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { env, settingNames } from '#kernel/env.ts'
import { placeOf } from '#postgres/embedded/place.ts'
import { ends, isAlive, processesNaming, signal } from '#postgres/embedded/processes.ts'
import { until } from './until.ts'

export interface ServerOptions {
  /** Kept when the server is gone; without it one is made, and removed with the server. */
  dataDir?: string
  port?: number
  only?: 'web' | 'worker'
  /** As `npm run dev` runs it. */
  dev?: boolean
  /** Settings on top of those that suit a test. */
  set?: Record<string, string>
}

/** A whole Lampstand, as `npm start` runs it. */
export interface RunningServer {
  url: string
  port: number
  dataDir: string
  process: ChildProcess
  pid: number
  /** Everything it has printed so far. */
  printed(): string
  /** Resolves with its exit code, null where a signal ended it. */
  ended: Promise<number | null>
  /** SIGTERM, and waits until it has gone. */
  stop(): Promise<number | null>
  /** As a power cut would: no farewell. */
  kill(): Promise<void>
}

/** A data directory in memory where that is large enough; the account of PostgreSQL can get in. */
export function newDataDir(): string {
  const memory = fs.existsSync('/dev/shm') ? fs.statfsSync('/dev/shm') : { bavail: 0, bsize: 0 }
  const home = fs.mkdtempSync(
    path.join(memory.bavail * memory.bsize > 1e9 ? '/dev/shm' : os.tmpdir(), 'lampstand-run-'),
  )
  fs.chmodSync(home, 0o755)
  return path.join(home, 'data')
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as net.AddressInfo
  probe.close()
  return port
}

/** Starts it without waiting for anything; what it says and how it ends is for the caller to see. */
export async function launch({
  dataDir = newDataDir(),
  port,
  only,
  dev,
  set = {},
}: ServerOptions): Promise<RunningServer> {
  const at = port ?? (await freePort())
  const [before, after] = dev ? [['--watch'], ['--dev']] : [[], []]
  const child = spawn(process.execPath, ['scripts/setup/run.mjs', ...before, 'src/server.ts', ...after], {
    cwd: env.root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: settings({ DATA_DIR: dataDir, PORT: String(at), ONLY: only ?? 'both', ...set }),
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => (text += piece))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    url: `http://127.0.0.1:${at}`,
    port: at,
    dataDir,
    process: child,
    pid: child.pid!,
    printed: () => text,
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The environment in which the tests run, and an .env file, must not matter. */
function settings(given: Record<string, string>): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: __, npm_lifecycle_event: ___, ...inherited } = process.env
  const unset = Object.fromEntries(settingNames.map(name => [name, '']))
  // A worker says in its log that it has begun.
  const level = given.ONLY === 'worker' ? 'info' : 'warn'
  const quiet = { LAMPSTAND_ENV: 'local', LOG_LEVEL: level, DEMO: 'off', AUTH_AUTOCONFIRM: 'on' }
  return { ...inherited, ...unset, ...quiet, AUTH_RATE_LIMITS: 'off', ...given }
}

/** Starts it and waits until it serves, or works where it is a worker alone. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await launch(options)
  const ready = async () => {
    if (server.process.exitCode !== null || server.process.signalCode) throw new Error(`ended: ${server.printed()}`)
    if (options.only === 'worker') return server.printed().includes('working')
    return fetch(`${server.url}/readyz`).then(
      answer => answer.ok,
      () => false,
    )
  }
  // A first start on a machine that does other things too: migrations, and Bible texts that are loaded.
  await until('the server is ready', ready, 150_000)
  return server
}

/** Number of the PostgreSQL that serves the data directory, if one does. */
export function postgresOf(dataDir: string): number | undefined {
  try {
    const pid = Number(fs.readFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
    return isAlive(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/** Kills the shells that would stop PostgreSQL for a process that died. */
export function killWatchers(dataDir: string): void {
  for (const pid of processesNaming(`${path.join(dataDir, 'pg')}.users`)) signal(pid, 'SIGKILL')
}

/** Ends whatever still runs on the data directory, and removes it. */
export async function clearAway(dataDir: string, ...servers: RunningServer[]): Promise<void> {
  await Promise.all(servers.map(server => server.process.exitCode ?? server.kill()))
  killWatchers(dataDir)
  const pid = postgresOf(dataDir)
  if (pid) {
    signal(pid, 'SIGINT')
    await ends(pid, 15_000)
  }
  if (fs.existsSync(path.join(dataDir, 'pg')))
    fs.rmSync(placeOf(path.join(dataDir, 'pg')).socketDir, { recursive: true, force: true })
  fs.rmSync(path.dirname(dataDir), { recursive: true, force: true, maxRetries: 5 })
}
