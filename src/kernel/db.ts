import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { Failure } from './failure.ts'
import { log } from './log.ts'
import { namesStatements } from './statements.ts'

export type Db = NodePgDatabase
export type DbRole = 'app' | 'platform' | 'identity'

/** Where the database is: one configuration for each role that processes log in as. */
export interface Connections {
  app: pg.PoolConfig
  platform: pg.PoolConfig
  identity: pg.PoolConfig
  /** Direct, for LISTEN: not through a pooler. */
  listen: pg.ClientConfig
  /** pg-boss's own pool. */
  jobs: pg.PoolConfig
}

export interface Database {
  connections: Connections
  pools: Record<DbRole, pg.Pool>
  close(): Promise<void>
}

const limits = { statement_timeout: 15_000, lock_timeout: 5_000, idle_in_transaction_session_timeout: 15_000 }
const sizes: Record<DbRole, number> = { app: 10, platform: 3, identity: 3 }

let current: Database | undefined

/** Opens the pools of this process; every transaction of the kernel runs on them. */
export function openDatabase(connections: Connections): Database {
  let closing = false
  const pool = (role: DbRole) => {
    const made = new pg.Pool({
      ...limits,
      max: sizes[role],
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      application_name: `lampstand ${role}`,
      pipeline: true,
      ...connections[role],
    } as pg.PoolConfig)
    made.on('connect', namesStatements())
    // In use, a client tells its queries; the event of its own would end the process if nobody heard it.
    made.on('connect', client => client.on('error', () => {}))
    // A connection that PostgreSQL ended while idle; the next query opens a new one.
    made.on('error', error => closing || log.warn({ err: error.message, role }, 'a database connection was lost'))
    return made
  }
  const pools = { app: pool('app'), platform: pool('platform'), identity: pool('identity') }
  current = {
    connections,
    pools,
    async close() {
      closing = true
      await Promise.all(Object.values(pools).map(each => each.end()))
    },
  }
  return current
}

export function database(): Database {
  if (!current) throw new Error('the database is not open')
  return current
}

const handles = new WeakMap<pg.ClientBase, Db>()
const clients = new WeakMap<Db, pg.ClientBase>()

function handleOf(client: pg.ClientBase): Db {
  let db = handles.get(client)
  if (!db) {
    db = forgiving(drizzle({ client: client as pg.PoolClient }))
    handles.set(client, db)
    clients.set(db, client)
  }
  return db
}

/** Whether none of its fields says anything: what was left out of a change is undefined. */
export const isNoChange = (changes: object): boolean => Object.values(changes).every(value => value === undefined)

/** An update without fields changes nothing and answers the rows that it names: Drizzle would throw. */
function forgiving(db: Db): Db {
  const update = db.update.bind(db)
  const rows = (table: any, where: any, columns?: any) =>
    (columns ? db.select(columns) : db.select()).from(table).where(where)
  const reading = (table: any, where?: any): object =>
    Object.assign(rows(table, where), {
      where: (next: any) => reading(table, next),
      returning: (columns?: any) => rows(table, where, columns),
    })
  db.update = ((table: any) => {
    const builder = update(table)
    return { set: (values: any) => (isNoChange(values) ? reading(table) : builder.set(values)) }
  }) as typeof db.update
  return db
}

/** The driver's client behind a handle, for COPY, unnest and pg-boss; still inside the transaction. */
export const driver = (db: Db): pg.ClientBase => clients.get(db)!

/** The statement that opens a transaction and says for whom; its first row is handed to the work. */
export interface Opening {
  text: string
  values: unknown[]
}

/**
 * Runs `work` in one transaction. `begin` and the opening statement travel together in one round trip.
 * A `Failure` with `keep` commits before it is thrown; every other error rolls back.
 */
export async function transaction<T>(
  role: DbRole,
  opening: Opening | null,
  work: (db: Db, opened: Record<string, any>) => Promise<T>,
  beforeCommit?: (db: Db) => Promise<void>,
): Promise<T> {
  const client = await database().pools[role].connect().catch(unavailable)
  let broken: Error | undefined
  const wire = (client as any).connection.stream
  try {
    // Held back for a moment, the two leave as one packet.
    wire.cork()
    const begun = client.query('begin')
    const opened = opening && client.query(opening)
    wire.uncork()
    // Both are on the wire: a failure of either must be awaited, or it would end the process.
    const [, first] = await Promise.all([begun, opened])
    const db = handleOf(client)
    let result: T
    let kept: Failure | undefined
    try {
      result = await work(db, first?.rows[0] ?? {})
    } catch (error) {
      if (!(error instanceof Failure && error.keep)) throw error
      kept = error
    }
    await beforeCommit?.(db)
    await client.query('commit')
    if (kept) throw kept
    return result!
  } catch (error) {
    if (!(error instanceof Failure && error.keep)) await client.query('rollback').catch(lost => (broken = lost))
    throw translate(error)
  } finally {
    client.release(broken)
  }
}

const BUSY = 'The service is busy or restarting. Nothing was saved. Please try again.'

const unavailable = (error: Error): never => {
  log.warn({ err: error.message }, 'no database connection')
  throw new Failure('UNAVAILABLE', BUSY)
}

/** SQLSTATE of an error of the driver, bare or wrapped by Drizzle. */
export function sqlState(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  return cause ? sqlState(cause) : undefined
}
const sqlMessage = (error: any): string => `${error?.message} ${error?.cause?.message}`
/** What the row hangs on was deleted while it was written. */
export const isOrphan = (error: unknown): boolean =>
  sqlState(error) === '23503' && sqlMessage(error).includes('insert or update')

export const isTaken = (error: unknown): boolean => sqlState(error) === '23505'
export const TAKEN = 'Another entry already has this name, address or place. Please reload and try again.'

/** What PostgreSQL can't take as text, id, number or date: an odd cursor, a NUL in a search. */
const UNREADABLE = /^(22021|22P02|22P05|22003|22007|22008)$/

/** A lost connection, a restart, a lock or a deadlock is not a bug of ours: the caller may try again. */
function translate(error: unknown): unknown {
  if (error instanceof Failure) return error
  const state = sqlState(error) ?? ''
  if (UNREADABLE.test(state))
    return new Failure('BAD_REQUEST', 'That could not be read. Please check what you entered.')
  const text = sqlMessage(error)
  const passing =
    /^(08|57P|53|40|55P03|25P03)/.test(state) || /Connection terminated|ECONN|EPIPE|not queryable/.test(text)
  if (!passing) return error
  log.warn({ err: text, state }, 'the database refused for the moment')
  return new Failure('UNAVAILABLE', BUSY)
}

const succeeds = (text: string): Promise<boolean> =>
  database()
    .pools.app.query(text)
    .then(
      () => true,
      () => false,
    )
/** Whether something can be written now, down to the disk; for /readyz. */
export const databaseWrites = () => succeeds(`select pg_logical_emit_message(true, 'lampstand', 'ready')`)
/** Whether the database answers now; for the connectivity check. */
export const databaseAnswers = () => succeeds('select 1')
