/** Saves the database, the uploads and the keys in one archive, while Lampstand runs or not. */
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { clusterDir } from '#postgres/embedded/place.ts'
import { startEmbedded } from '#postgres/embedded.ts'
import { type Manifest, manifestName, tar } from './archive.ts'
import { command, fromCaller, Refusal } from './command.ts'

export interface BackupOptions {
  dataDir: string
  /** the archive to make; must not exist */
  file: string
  /** whether the database is the embedded one */
  embedded: boolean
}

/** Answers the archive's size in bytes. Throws a Refusal when there is nothing to save or nowhere to put it. */
export async function backup({ dataDir, file, embedded }: BackupOptions): Promise<number> {
  refuseBadPlaces(dataDir, file)
  const wanted = path.join(dataDir, 'pg')
  const database = embedded && existsSync(path.join(wanted, 'PG_VERSION'))
  const rest = readdirSync(dataDir).filter(name => !/^pg(\.|$)/.test(name))
  if (!database && rest.length === 0) throw new Refusal(`There is nothing to save in ${dataDir}.`)
  const partial = `${file}.partial`
  const notes = mkdtempSync(path.join(os.tmpdir(), 'lampstand-backup-'))
  try {
    closeSync(openSync(partial, 'wx', 0o600)) // it will hold the keys
    const manifest: Manifest = { lampstand: '1', createdAt: new Date().toISOString(), database }
    writeFileSync(path.join(notes, manifestName), JSON.stringify(manifest))
    await tar('--create', '--file', partial, '--directory', notes, manifestName)
    if (database) await saveDatabase(clusterDir(wanted), partial, notes)
    // After the database: a row's file was written before the row, so no saved row lacks its file.
    if (rest.length > 0) await tar(...appending, '--file', partial, '--directory', dataDir, ...rest)
    renameSync(partial, file)
  } finally {
    rmSync(partial, { force: true })
    rmSync(notes, { recursive: true, force: true })
  }
  return statSync(file).size
}

const appending = ['--append', '--numeric-owner', '--warning=no-file-changed', '--warning=no-file-removed']

function refuseBadPlaces(dataDir: string, file: string) {
  if (!existsSync(dataDir)) throw new Refusal(`There is nothing to save: DATA_DIR, ${dataDir}, does not exist.`)
  if (existsSync(file)) throw new Refusal(`${file} exists already; name another file.`)
  if (!existsSync(path.dirname(file))) throw new Refusal(`${path.dirname(file)} does not exist.`)
  if (!path.relative(dataDir, file).startsWith('..'))
    throw new Refusal(`Put the backup outside of DATA_DIR, ${dataDir}.`)
}

/** What a server makes anew at every start, and the log, of which only a part is needed. */
const leftOut = [
  'postmaster.*',
  'server.log*',
  'pg_wal/*',
  'pg_replslot/*',
  'pg_dynshmem/*',
  'pg_notify/*',
  'pg_serial/*',
]
  .concat(['pg_snapshots/*', 'pg_stat_tmp/*', 'pg_subtrans/*', '*/pgsql_tmp*', 'global/pg_control'])
  .map(pattern => `--exclude=pg/${pattern}`)

async function saveDatabase(cluster: string, archive: string, notes: string) {
  const server = await startEmbedded({ dir: cluster })
  const client = new pg.Client({ host: server.host, port: server.port, user: server.user, database: 'postgres' })
  try {
    await client.connect()
    // The slot, which ends with this session, keeps the log from the start of the copy to its end.
    await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
    const { rows: begun } = await client.query(`select pg_walfile_name(pg_backup_start('lampstand', true)) as segment`)
    const parent = path.dirname(cluster)
    await tar(...appending, '--file', archive, '--directory', parent, '--anchored', ...leftOut, 'pg')
    await tar(...appending, '--file', archive, '--directory', parent, 'pg/global/pg_control')
    const { rows: ended } = await client.query(
      `select pg_walfile_name(lsn) as segment, labelfile from pg_backup_stop(wait_for_archive => false)`,
    )
    writeFileSync(path.join(notes, 'backup_label'), ended[0].labelfile)
    chmodSync(path.join(notes, 'backup_label'), 0o600)
    await tar(...appending, '--file', archive, '--directory', notes, '--transform=s,^,pg/,', 'backup_label')
    const log = readdirSync(path.join(cluster, 'pg_wal'))
      .filter(name => /^[0-9A-F]{24}$/.test(name) && name >= begun[0].segment && name <= ended[0].segment)
      .map(name => `pg/pg_wal/${name}`)
    await tar(...appending, '--file', archive, '--directory', parent, ...log)
  } finally {
    await client.end().catch(() => {})
    await server.stop()
  }
}

await command(import.meta, 'npm run backup [-- file.tar]', async ({ words }) => {
  const { env } = await import('#kernel/env.ts')
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const file = fromCaller(words[0] ?? `lampstand-${moment}.tar`)
  const size = await backup({ dataDir: env.dataDir, file, embedded: !env.databaseUrl })
  console.log(
    `Saved in ${file} (${(size / 1_000_000).toFixed(1)} MB). It holds the keys: keep it where only you can read it.`,
  )
  if (env.databaseUrl) console.log('The database of DATABASE_URL is not in it: save that with pg_dump --format=custom.')
  if (env.s3) console.log('Uploads are in your S3 bucket, not in it: save them with the tools of your storage.')
  if (env.secretKey) console.log('SECRET_KEY is set outside of DATA_DIR and not in it: keep it with the backup.')
  if (env.authSigningKeysFile) console.log(`${env.authSigningKeysFile} is not in it: keep it with the backup.`)
})
