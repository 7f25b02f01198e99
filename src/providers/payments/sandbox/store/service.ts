import { randomBytes } from 'node:crypto'
import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { asPlatform } from '#kernel/run.ts'
import { GatewayRefused } from '../../rules/errors.ts'
import type { Account, Checkout, Customer, Key, Kind, Method, Payment, Payout, Refund } from '../rules.ts'
import { gatewayObjects } from '../tables.ts'

interface Shapes {
  account: Account
  key: Key
  customer: Customer
  checkout: Checkout
  method: Method
  payment: Payment
  refund: Refund
  payout: Payout
}
export interface Kept<K extends Kind> {
  id: string
  kind: K
  account: string
  key: string
  data: Shapes[K]
  dueAt: Date | null
  createdAt: Date
  changedAt: Date
}

export const inSandbox = <T>(work: (db: Db) => Promise<T>): Promise<T> => asPlatform('payments sandbox', work)

const prefixes: Record<Kind, string> = {
  account: 'acct',
  key: 'key',
  customer: 'cus',
  checkout: 'cs',
  method: 'pm',
  payment: 'pi',
  refund: 're',
  payout: 'po',
}
export const newId = (prefix: string) => `${prefix}_sbx${randomBytes(16).toString('hex')}`

/** Of one account, locked until the end of the transaction; undefined where it has none of that kind. */
export async function take<K extends Kind>(db: Db, kind: K, account: string, id: string): Promise<Kept<K> | undefined> {
  const { id: own, kind: what, account: owner } = gatewayObjects
  const [row] = await db
    .select()
    .from(gatewayObjects)
    .where(and(eq(own, id), eq(what, kind), eq(owner, account)))
    .for('update')
  return row as Kept<K> | undefined
}

/** @throws GatewayRefused */
export async function known<K extends Kind>(db: Db, kind: K, account: string, id: string): Promise<Kept<K>> {
  const found = await take(db, kind, account, id)
  if (!found) throw new GatewayRefused(`There is no ${kind} ${id} in this account.`)
  return found
}

export async function add<K extends Kind>(
  db: Db,
  kind: K,
  account: string,
  data: Shapes[K],
  { id = newId(prefixes[kind]), key = '', due = null }: { id?: string; key?: string; due?: number | null } = {},
): Promise<Kept<K>> {
  const at = clock.now()
  const dueAt = due === null ? null : new Date(due)
  const row = { id, kind, account, key, data, dueAt, createdAt: at, changedAt: at }
  await db.insert(gatewayObjects).values(row)
  return row as Kept<K>
}

export async function change<K extends Kind>(
  db: Db,
  it: Kept<K>,
  changes: Partial<Shapes[K]>,
  due: number | null = null,
): Promise<Kept<K>> {
  Object.assign(it.data, changes)
  it.dueAt = due === null ? null : new Date(due)
  it.changedAt = clock.now()
  await db
    .update(gatewayObjects)
    .set({ data: it.data, dueAt: it.dueAt, changedAt: it.changedAt })
    .where(eq(gatewayObjects.id, it.id))
  return it
}

/** What was made with that key before. */
export async function byKey<K extends Kind>(
  db: Db,
  kind: K,
  account: string,
  key: string,
): Promise<Kept<K> | undefined> {
  const { account: owner, kind: what, key: own } = gatewayObjects
  const [row] = key
    ? await db
        .select()
        .from(gatewayObjects)
        .where(and(eq(owner, account), eq(what, kind), eq(own, key)))
    : []
  return row as Kept<K> | undefined
}

/** Those that began or changed since then, oldest first. */
export async function changedSince<K extends Kind>(db: Db, kind: K, account: string, since: Date): Promise<Kept<K>[]> {
  const { account: owner, kind: what, changedAt, createdAt, id } = gatewayObjects
  const rows = await db
    .select()
    .from(gatewayObjects)
    .where(and(eq(owner, account), eq(what, kind), gte(changedAt, since)))
    .orderBy(asc(changedAt), asc(createdAt), asc(id))
  return rows as unknown as Kept<K>[]
}

/** Methods by their ids, in one query. */
export async function methodsOf(db: Db, account: string, ids: readonly (string | null)[]) {
  const wanted = ids.filter(id => id !== null)
  if (wanted.length === 0) return new Map<string, Kept<'method'>>()
  const rows = (await db
    .select()
    .from(gatewayObjects)
    .where(and(eq(gatewayObjects.account, account), inArray(gatewayObjects.id, wanted)))) as unknown as Kept<'method'>[]
  return new Map(rows.map(row => [row.id, row]))
}

/** The account, made on first use; a transaction that changes any part of it waits here for the others. */
export async function lockAccount(db: Db, account: string): Promise<Kept<'account'>> {
  const id = `acct_${account}`
  const secret = `whsec_${randomBytes(24).toString('hex')}`
  await db
    .insert(gatewayObjects)
    .values({ id, kind: 'account', account, data: { secret }, createdAt: clock.now(), changedAt: clock.now() })
    .onConflictDoNothing()
  return known(db, 'account', account, id)
}

/** Where an object of that kind belongs: for the pages, which know its id alone. */
export async function accountWith(db: Db, kind: Kind, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ account: gatewayObjects.account })
    .from(gatewayObjects)
    .where(and(eq(gatewayObjects.id, id), eq(gatewayObjects.kind, kind)))
  return row?.account
}
