/** Puts a backup back: into an empty data directory, or in place of one that is kept aside. */
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type Account, accountFor, clusterDir, placeOf } from '#postgres/embedded/place.ts'
import { usersOf } from '#postgres/embedded/users.ts'
import { runningPid, startEmbedded } from '#postgres/embedded.ts'
import { type Manifest, manifestName, readManifest, tar } from './archive.ts'
import { command, fromCaller, Refusal } from './command.ts'

export interface RestoreOptions {
  archive: string
  dataDir: string
  /** keeps what is there aside instead of refusing */
  replace?: boolean
}
export interface Restored extends Manifest {
  /** where what was there is now */
  aside?: string
}

/** Nothing is touched until the archive was unpacked and its database has started once. Throws a Refusal else. */
export async function restore({ archive, dataDir, replace = false }: RestoreOptions): Promise<Restored> {
  const manifest = readManifest(archive)
  refuseWhileRunning(dataDir)
  const occupied = existsSync(dataDir) && readdirSync(dataDir).length > 0
  if (occupied && !replace) {
    throw new Refusal(`${dataDir} holds data. With --replace it is kept aside and the backup takes its place.`)
  }
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const staging = `${dataDir}.restoring-${moment}`
  try {
    const cluster = await unpack(archive, staging, manifest)
    if (cluster) await startOnce(cluster)
    refuseWhileRunning(dataDir)
    const aside = occupied ? `${dataDir}.before-${moment}` : undefined
    if (aside) renameSync(dataDir, aside)
    else rmSync(dataDir, { recursive: true, force: true })
    renameSync(staging, dataDir)
    return { ...manifest, aside }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error
    throw new Refusal(`${dataDir} is a mount point: set DATA_DIR to a directory inside it and restore there.`)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function refuseWhileRunning(dataDir: string) {
  if (!existsSync(dataDir)) return
  const place = placeOf(path.join(dataDir, 'pg'))
  if (runningPid(place) === undefined && usersOf(place.dir).length === 0) return
  throw new Refusal(`Lampstand is running on ${dataDir}; stop it first.`)
}

/** Answers where the database is, if the archive holds one. */
async function unpack(archive: string, staging: string, { database }: Manifest): Promise<string | undefined> {
  mkdirSync(staging, { recursive: true })
  const options = ['--extract', '--preserve-permissions', '--no-same-owner', '--file', archive]
  await tar(...options, '--directory', staging, '--anchored', '--exclude=pg', `--exclude=${manifestName}`)
  if (!database) return undefined
  const cluster = clusterDir(path.join(staging, 'pg'))
  await tar(...options, '--directory', path.dirname(cluster), 'pg')
  chmodSync(cluster, 0o700)
  give(cluster, accountFor(cluster)) // unpacked by root it is root's
  return cluster
}

function give(cluster: string, { uid, gid }: Account) {
  if (uid === undefined || gid === undefined) return
  chownSync(cluster, uid, gid)
  for (const file of readdirSync(cluster, { recursive: true })) chownSync(path.join(cluster, String(file)), uid, gid)
}

/** The first start replays the log that was saved with the files. */
async function startOnce(cluster: string) {
  const server = await startEmbedded({ dir: cluster })
  const client = new pg.Client({ host: server.host, port: server.port, user: server.user, database: 'postgres' })
  try {
    await client.connect()
    await client.query('select from pg_class limit 1')
  } finally {
    await client.end().catch(() => {})
    await server.stop()
  }
  rmSync(`${cluster}.users`, { recursive: true, force: true })
}

await command(import.meta, 'npm run restore -- file.tar [--replace]', async ({ words: [file], flags }) => {
  if (!file) throw new Refusal('Usage: npm run restore -- file.tar [--replace]')
  const { env } = await import('#kernel/env.ts')
  const done = await restore({ archive: fromCaller(file), dataDir: env.dataDir, replace: flags.has('replace') })
  console.log(
    `Restored the backup of ${done.createdAt} into ${env.dataDir}. The next start brings it up to this version.`,
  )
  if (done.aside) console.log(`What was there before is in ${done.aside}.`)
  if (!done.database)
    console.log('The database was elsewhere: restore it with pg_restore into the database of DATABASE_URL.')
  else if (env.databaseUrl) console.log('DATABASE_URL is set: the restored database is used when it is not.')
})
