import { randomBytes } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { asPlatform } from '#kernel/run.ts'
import type { Account, Call, Kind, OwnedNumber, Recording } from '../rules.ts'
import { carrierCallbacks, carrierObjects } from '../tables.ts'

interface Shapes {
  account: Account
  number: OwnedNumber
  call: Call
  recording: Recording
}
export interface Kept<K extends Kind> {
  sid: string
  account: string
  key: string
  data: Shapes[K]
  dueAt: Date | null
  createdAt: Date
}

export const inSandbox = <T>(work: (db: Db) => Promise<T>): Promise<T> => asPlatform('sandbox carrier', work)
const prefixes: Record<Kind, string> = { account: 'AC', number: 'PN', call: 'CA', recording: 'RE' }
export const newSid = (prefix: string) => prefix + randomBytes(16).toString('hex')
/** An account's number for itself: 32 hex digits, as an id of ours has. */
export const accountSid = (clientId: string) => `AC${clientId.replaceAll('-', '')}`

/** Locked until the end of the transaction; undefined where there is none of that kind. */
export async function take<K extends Kind>(db: Db, kind: K, sid: string): Promise<Kept<K> | undefined> {
  const [row] = await db
    .select()
    .from(carrierObjects)
    .where(and(eq(carrierObjects.sid, sid), eq(carrierObjects.kind, kind)))
    .for('update')
  return row as Kept<K> | undefined
}

export async function keep<K extends Kind>(
  db: Db,
  kind: K,
  {
    sid = newSid(prefixes[kind]),
    account,
    key = '',
    data,
    due = null,
  }: { sid?: string; account: string; key?: string; data: Shapes[K]; due?: number | null },
): Promise<string> {
  const dueAt = due === null ? null : new Date(due)
  await db
    .insert(carrierObjects)
    .values({ sid, kind, account, key, data, dueAt, createdAt: clock.now() })
    .onConflictDoUpdate({ target: carrierObjects.sid, set: { data, dueAt } })
  return sid
}

export async function having<K extends Kind>(db: Db, kind: K, account: string, key?: string): Promise<Kept<K>[]> {
  const rows = await db
    .select()
    .from(carrierObjects)
    .where(
      and(
        eq(carrierObjects.account, account),
        eq(carrierObjects.kind, kind),
        key === undefined ? undefined : eq(carrierObjects.key, key),
      ),
    )
    .orderBy(asc(carrierObjects.createdAt), asc(carrierObjects.sid))
  return rows as unknown as Kept<K>[]
}

export async function forget(db: Db, sid: string): Promise<void> {
  await db.delete(carrierObjects).where(eq(carrierObjects.sid, sid))
}

/** What the account's notices are signed with; made on first use. */
export const tokenOf = (account: string): Promise<string> =>
  inSandbox(async db => {
    const made = { sid: account, kind: 'account' as const, account, data: { token: randomBytes(16).toString('hex') } }
    await db.insert(carrierObjects).values(made).onConflictDoNothing()
    return (await take(db, 'account', account))!.data.token
  })

/** Will be posted to our own address then. */
export async function tell(
  db: Db,
  account: string,
  url: string,
  params: Record<string, string>,
  { due = clock.ms(), callSid = null }: { due?: number; callSid?: string | null } = {},
): Promise<void> {
  if (url)
    await db.insert(carrierCallbacks).values({
      account,
      url,
      params: { AccountSid: account, ApiVersion: '2010-04-01', ...params },
      callSid,
      dueAt: new Date(due),
    })
}
