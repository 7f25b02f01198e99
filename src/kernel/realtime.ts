import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Ctx } from './ctx.ts'
import { database } from './db.ts'
import { log } from './log.ts'
import type { Right } from './permissions.ts'

/** Tells other screens of this client that rows of a topic changed; sent with the commit, ids only. */
export function announce(ctx: Ctx, topic: string, id?: string): void {
  const ids = ctx.news.get(topic) ?? new Set()
  if (id) ids.add(id)
  ctx.news.set(topic, ids)
}

/** The same to another client than the transaction's own: a sign-up that joins an account is in none yet. */
export async function announceTo(ctx: Ctx, clientId: string, topic: string): Promise<void> {
  const news = JSON.stringify({ client: clientId, topics: [{ topic, ids: [] }] })
  await ctx.db.execute(sql`select pg_notify('lampstand', ${news})`)
}

export interface Change {
  topic: string
  /** Empty when there are too many to name: refetch the whole topic. */
  ids: string[]
  /** Rows that only those with this right may know of. */
  needs?: Right
}
export type Listener = (changes: Change[]) => void

const listeners = new Map<string, Set<Listener>>()
let connection: pg.Client | undefined
let stopped = true

/** Hears what every process of this server announces. */
export function listen(clientId: string, listener: Listener): () => void {
  const all = listeners.get(clientId) ?? new Set()
  listeners.set(clientId, all.add(listener))
  return () => {
    all.delete(listener)
    if (all.size === 0) listeners.delete(clientId)
  }
}

/** Opens the one LISTEN connection of this process and keeps it open. */
export async function startRealtime(): Promise<void> {
  stopped = false
  await connect()
}

export async function stopRealtime(): Promise<void> {
  stopped = true
  await connection?.end().catch(() => {})
  connection = undefined
}

async function connect(delay = 100): Promise<void> {
  if (stopped) return
  const client = new pg.Client({
    application_name: 'lampstand listen',
    keepAlive: true,
    ...database().connections.listen,
  })
  client.on('notification', ({ payload }) => payload && deliver(payload))
  client.on('error', error => log.warn({ err: error.message }, 'the event connection was lost'))
  try {
    await client.connect()
    await client.query('listen lampstand')
    connection = client
    client.on('end', () => stopped || void connect())
    // What was announced while nobody listened is unknown: every screen asks again.
    for (const all of listeners.values()) for (const listener of all) listener([{ topic: '*', ids: [] }])
  } catch (error) {
    if (stopped) return
    log.warn({ err: (error as Error).message }, 'no event connection yet')
    setTimeout(() => void connect(Math.min(delay * 2, 5_000)), delay).unref()
  }
}

function deliver(payload: string): void {
  const { client, topics } = JSON.parse(payload) as { client: string; topics: Change[] }
  for (const listener of listeners.get(client) ?? []) listener(topics)
}

/** Gathers changes so that a browser gets at most ten events a second. */
export function coalesce(send: Listener, spacing = 100): { push: Listener; close(): void } {
  const waiting = new Map<string, Set<string> | null>()
  let timer: NodeJS.Timeout | undefined
  let last = 0
  const flush = () => {
    timer = undefined
    last = Date.now()
    const changes = [...waiting].map(([topic, ids]) => ({ topic, ids: ids ? [...ids] : [] }))
    waiting.clear()
    send(changes)
  }
  return {
    push(changes) {
      for (const { topic, ids } of changes) {
        const known = waiting.get(topic)
        if (ids.length === 0 || known === null) waiting.set(topic, null)
        else {
          const all = known ?? new Set()
          for (const id of ids) all.add(id)
          waiting.set(topic, all.size > 50 ? null : all)
        }
      }
      timer ??= setTimeout(flush, Math.max(0, last + spacing - Date.now()))
    },
    close: () => clearTimeout(timer),
  }
}
