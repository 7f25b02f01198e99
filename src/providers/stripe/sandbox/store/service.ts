import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Checkout, Customer, Invoice, Kind, Portal, Price, Product, Subscription } from '../rules.ts'
import { sandboxNotices, sandboxObjects } from '../tables.ts'

interface Shapes {
  product: Product
  price: Price
  customer: Customer
  subscription: Subscription
  invoice: Invoice
  checkout: Checkout
  portal: Portal
  secret: { value: string }
}
export interface Kept<K extends Kind> {
  id: string
  kind: K
  customer: string | null
  data: Shapes[K]
  dueAt: Date | null
}

const prefixes: Record<Kind, string> = {
  product: 'prod',
  price: 'price',
  customer: 'cus',
  subscription: 'sub',
  invoice: 'in',
  checkout: 'cs',
  portal: 'bps',
  secret: 'whsec',
}
export const newId = (kind: Kind) => `${prefixes[kind]}_sbx${randomBytes(16).toString('hex')}`

/** The object, locked until the end of the transaction; undefined where there is none of that kind. */
export async function take<K extends Kind>(db: Db, kind: K, id: string): Promise<Kept<K> | undefined> {
  const [row] = await db
    .select()
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind)))
    .for('update')
  return row as Kept<K> | undefined
}

export async function keep<K extends Kind>(
  db: Db,
  kind: K,
  data: Shapes[K],
  {
    id = newId(kind),
    customer = null,
    due = null,
  }: { id?: string; customer?: string | null; due?: number | null } = {},
): Promise<string> {
  const dueAt = due === null ? null : new Date(due)
  await db
    .insert(sandboxObjects)
    .values({ id, kind, customer, data, dueAt, createdAt: clock.now() })
    .onConflictDoUpdate({ target: sandboxObjects.id, set: { data, dueAt } })
  return id
}

export async function ofCustomer<K extends Kind>(db: Db, kind: K, customer: string): Promise<Kept<K>[]> {
  const rows = await db
    .select()
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.customer, customer), eq(sandboxObjects.kind, kind)))
    .orderBy(desc(sandboxObjects.createdAt), desc(sandboxObjects.id))
  return rows as unknown as Kept<K>[]
}

export async function every<K extends Kind>(db: Db, kind: K): Promise<Kept<K>[]> {
  const rows = await db
    .select()
    .from(sandboxObjects)
    .where(eq(sandboxObjects.kind, kind))
    .orderBy(asc(sandboxObjects.createdAt))
  return rows as unknown as Kept<K>[]
}

export async function forget(db: Db, id: string): Promise<void> {
  await db.delete(sandboxObjects).where(eq(sandboxObjects.id, id))
}

/** Something happened: our own webhook will be told. */
export async function tell(db: Db, type: string, objectId: string): Promise<void> {
  const id = `evt_sbx${randomBytes(16).toString('hex')}`
  await db.insert(sandboxNotices).values({ id, type, objectId, createdAt: clock.now() })
}
