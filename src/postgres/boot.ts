import path from 'node:path'
import type pg from 'pg'
import { type Connections, openDatabase } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { log } from '#kernel/log.ts'
import { startEmbedded } from './embedded.ts'
import { migrate, type Owner } from './migrate.ts'

export interface MigratedDatabase {
  close(): Promise<void>
}

/** The database of this process, brought up to date: the embedded server, or DATABASE_URL's. */
export async function openMigratedDatabase(): Promise<MigratedDatabase> {
  const server = env.databaseUrl
    ? undefined
    : await startEmbedded({ dir: path.join(env.dataDir, 'pg'), log: line => log.info(line) })
  const { connections, owner } = server ? onEmbedded(server) : onUrl(env.databaseUrl!)
  await migrate(owner, connections.listen)
  const database = openDatabase(connections)
  return {
    async close() {
      await database.close()
      await server?.stop()
    },
  }
}

/** Each role logs in as itself, by the socket inside a directory that only our account may enter. */
export function onEmbedded({ host, port, user }: { host: string; port: number; user: string }, name = 'postgres') {
  const as = (role: string): pg.ClientConfig => ({ host, port, user: role, database: name })
  const app = as('lampstand_app')
  const connections: Connections = {
    app,
    platform: as('lampstand_platform'),
    identity: as('lampstand_identity'),
    listen: app,
    jobs: app,
  }
  const owner: Owner = { connection: as(user), login: null }
  return { connections, owner }
}

/** One login, a member of our roles; each pool asks for its own role as it connects. */
function onUrl(connectionString: string) {
  const as = (role: string): pg.ClientConfig => ({ connectionString, options: `-c role=${role}` })
  const connections: Connections = {
    app: as('lampstand_app'),
    platform: as('lampstand_platform'),
    identity: as('lampstand_identity'),
    listen: { connectionString },
    jobs: { connectionString },
  }
  const login = decodeURIComponent(new URL(connectionString).username)
  const owner: Owner = { connection: env.databaseOwnerUrl ? { connectionString: env.databaseOwnerUrl } : null, login }
  return { connections, owner }
}
