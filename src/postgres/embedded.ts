// Runs the PostgreSQL 18 binaries that npm delivers. Not through the package's own class: that one pipes
// the server's stderr through this process, listens on TCP and stops from an exit hook.
import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { SettingError } from '#kernel/setting-error.ts'
import { alone } from './embedded/lock.ts'
import { give, makeSocketDir, type Place, placeOf, refusal } from './embedded/place.ts'
import { commandLine, ends, isAlive, pause, processesNaming, processOf, signal } from './embedded/processes.ts'
import { register, stopWhenWeDie, usersOf } from './embedded/users.ts'

export interface EmbeddedOptions {
  /** the cluster's directory, made if missing */
  dir: string
  /** speed over safety, for tests: nothing is flushed to disk */
  unsafe?: boolean
  log?: (line: string) => void
}

export interface EmbeddedServer {
  /** the directory of the socket */
  readonly host: string
  /** names the socket's file; nothing listens on TCP */
  readonly port: number
  readonly user: 'postgres'
  /** changes when the server died and was started again */
  readonly pid: number
  /** whether it ran already */
  readonly adopted: boolean
  /** Leaves the server; it stops when no other process uses it. */
  stop(): Promise<void>
}

const PORT = 5432

/**
 * Starts PostgreSQL on a directory, or adopts the server that runs there. As long as `stop` isn't called, a
 * server that dies is started again. Throws a sentence when the directory can't be used.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const log = options.log ?? (() => {})
  const place = placeOf(options.dir)
  if (place.dir !== path.resolve(options.dir)) log(`The database is in ${place.dir}`)
  let leave = () => {}
  try {
    // Registered before looking, so that a process that is stopping sees us or we see its server go.
    leave = register(place.dir)
    const running = await bringUp(place, options)
    const watcher = stopWhenWeDie(place.dir)
    const keeper = keepUp(place, options, running.pid, log)
    return {
      host: place.socketDir,
      port: PORT,
      user: 'postgres',
      adopted: running.adopted,
      get pid() {
        return keeper.pid()
      },
      async stop() {
        await keeper.stop()
        leave()
        watcher.kill('SIGKILL')
        await alone(place.clusterName, async () => {
          if (usersOf(place.dir).length === 0) await shutDown(place, keeper.pid())
        })
      },
    }
  } catch (error) {
    leave()
    throw refusal(path.dirname(place.dir), error)
  }
}

/** Number of the process that serves the directory now, if any. */
export function runningPid(place: Place): number | undefined {
  const found = lockOf(place.dir)
  return found && isAlive(found.pid) && serves(found.pid, place) ? found.pid : undefined
}

function keepUp(place: Place, options: EmbeddedOptions, first: number, log: (line: string) => void) {
  let pid = first
  let restarting: Promise<void> | undefined
  const restart = async () => {
    log('PostgreSQL has stopped; starting it again')
    try {
      pid = (await bringUp(place, options)).pid
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
    }
    restarting = undefined
  }
  const timer = setInterval(() => {
    if (!restarting && !isAlive(pid)) restarting = restart()
  }, 250)
  timer.unref()
  return {
    pid: () => pid,
    async stop() {
      clearInterval(timer)
      await restarting
    },
  }
}

async function shutDown({ socketDir }: Place, pid: number) {
  if (isAlive(pid)) {
    signal(pid, 'SIGINT') // fast: ends connections, writes a checkpoint
    if (!(await ends(pid, 15_000))) signal(pid, 'SIGQUIT')
    await ends(pid, 5000)
  }
  rmSync(socketDir, { recursive: true, force: true })
}

class EndedAtStart extends Error {}

function bringUp(place: Place, options: EmbeddedOptions): Promise<{ pid: number; adopted: boolean }> {
  return alone(place.clusterName, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        const running = await adopt(place)
        if (running) return { pid: running, adopted: true }
        await clearStaleLock(place)
        await makeCluster(place, options)
        makeSocketDir(place)
        return { pid: await launch(place, options), adopted: false }
      } catch (error) {
        // Connections of a killed server may need a moment to see that it is gone.
        const passing = error instanceof EndedAtStart && /lock file|shared memory block/.test(error.message)
        if (!passing || attempt >= 100) throw error
        await pause(100)
      }
    }
  })
}

/** The lock file's lines: pid, directory, start, port, socket directory, listen address, memory key, status. */
function lockOf(dir: string) {
  try {
    const lines = readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: (lines[7] ?? '').trim() }
  } catch {
    return undefined
  }
}

/**
 * Whether this process is the server of the place: after a reboot or a container's restart the number may be
 * someone else's. In doubt yes, since two servers on one directory would destroy it.
 */
function serves(pid: number, { dir, clusterName }: Place): boolean {
  const line = commandLine(pid)
  if (line === undefined || line.includes(clusterName)) return true
  const at = /\0-D\0([^\0]+)/.exec(line)?.[1]
  return at !== undefined && (!path.isAbsolute(at) || at === dir)
}

async function adopt(place: Place): Promise<number | undefined> {
  for (const until = Date.now() + 300_000; Date.now() < until; await pause(25)) {
    const pid = runningPid(place)
    if (pid === undefined) return undefined
    if (lockOf(place.dir)?.status === 'ready' && (await accepts(place))) return pid
  }
  throw new Error(`PostgreSQL runs on ${place.dir} but doesn't answer; see ${path.join(place.dir, 'server.log')}.`)
}

function accepts({ socketDir }: Place): Promise<boolean> {
  return new Promise(resolve => {
    const socket = net.connect(path.join(socketDir, `.s.PGSQL.${PORT}`))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Ends what a killed server left behind and removes a lock that would keep PostgreSQL from starting. */
async function clearStaleLock(place: Place) {
  const lock = lockOf(place.dir)
  if (!lock) return
  for (const pid of processesNaming(place.clusterName)) {
    if (!isAlive(pid)) continue
    signal(pid, 'SIGQUIT')
    if (!(await ends(pid, 5000))) signal(pid, 'SIGKILL')
  }
  // PostgreSQL sees itself that a number is gone, but believes one that is now a zombie's or a stranger's.
  if (!processOf(lock.pid)) return
  const socket = path.join(place.socketDir, `.s.PGSQL.${PORT}`)
  for (const file of [path.join(place.dir, 'postmaster.pid'), `${socket}.lock`, socket]) rmSync(file, { force: true })
}

/** Made beside its place and renamed: a killed initdb leaves half a cluster, which nobody may start. */
async function makeCluster({ dir, native, account }: Place, { unsafe }: EmbeddedOptions) {
  if (!existsSync(path.join(dir, 'PG_VERSION'))) {
    removeHalfMade(dir)
    const made = `${dir}.new-${process.pid}-${Date.now()}`
    mkdirSync(made, { mode: 0o700 })
    give(made, account)
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const quick = unsafe ? ['--no-sync'] : []
    await run(
      path.join(native, 'bin/initdb'),
      ['-D', made, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', ...locale, '--no-instructions', ...quick],
      account,
    )
    try {
      renameSync(made, dir)
    } catch (error) {
      rmSync(made, { recursive: true, force: true })
      if (!existsSync(path.join(dir, 'PG_VERSION'))) throw error // else another process was first
    }
  }
  const major = readFileSync(path.join(dir, 'PG_VERSION'), 'utf8').trim()
  if (major !== '18') throw new SettingError(`${dir} was made by PostgreSQL ${major}; this is PostgreSQL 18.`)
}

function removeHalfMade(dir: string) {
  const start = `${path.basename(dir)}.new-`
  for (const name of readdirSync(path.dirname(dir))) {
    const pid = name.startsWith(start) ? Number.parseInt(name.slice(start.length), 10) : 0
    if (pid && !isAlive(pid)) rmSync(path.join(path.dirname(dir), name), { recursive: true, force: true })
  }
}

const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

function run(command: string, args: string[], account: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...account, cwd: '/', env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
    child.once('error', reject)
    child.once('close', code =>
      code === 0 ? resolve() : reject(new Error(`${path.basename(command)} failed: ${output.trim()}`)),
    )
  })
}

/** stderr goes to a file, which outlives us; its own process group, so that Ctrl-C reaches only this process. */
async function launch(place: Place, { unsafe }: EmbeddedOptions): Promise<number> {
  const logFile = path.join(place.dir, 'server.log')
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 20_000_000) renameSync(logFile, `${logFile}.old`)
  const log = openSync(logFile, 'a', 0o600)
  const from = fstatSync(log).size
  const child = spawn(path.join(place.native, 'bin/postgres'), serverArguments(place, unsafe), {
    ...place.account,
    cwd: '/',
    detached: true,
    env: environment(),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let ended: string | undefined
  child.once('error', error => (ended = error.message))
  child.once('exit', (code, signal) => (ended = String(code ?? signal)))
  for (const until = Date.now() + 300_000; ; await pause(5)) {
    if (ended !== undefined) {
      throw new EndedAtStart(
        `PostgreSQL ended with ${ended}: ${readFileSync(logFile).subarray(from).toString().trim()}`,
      )
    }
    const lock = lockOf(place.dir)
    if (lock?.pid === child.pid && lock?.status === 'ready') break
    if (Date.now() > until) throw new Error(`PostgreSQL isn't ready after five minutes; see ${logFile}.`)
  }
  child.unref()
  return child.pid!
}

function serverArguments({ dir, socketDir, clusterName }: Place, unsafe = false): string[] {
  const settings: Record<string, string> = {
    cluster_name: clusterName,
    listen_addresses: '',
    max_connections: '100',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  if (unsafe) {
    Object.assign(settings, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' })
    Object.assign(settings, { max_wal_size: '4GB', wal_level: 'minimal', max_wal_senders: '0' })
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', dir, '-p', String(PORT), '-k', socketDir, ...options]
}
