import type { Db } from './db.ts'
import type { Permission, Right, Role } from './permissions.ts'

/** Who does it, as the audit log names them. */
export type Actor =
  /** With `key`: an outside program that acts for the member who made its API key, limited to its scopes. */
  | { type: 'member'; userId: string; role: Role; key?: { id: string; scopes: readonly Permission[] } }
  | { type: 'user'; userId: string; sessionId: string; role: 'admin' | 'user' }
  /** Signed in to a church's portal; `forId` is their own id, or that of a child for whom they act. */
  | { type: 'person'; personId: string; sessionId: string; forId: string }
  | { type: 'visitor' }
  | { type: 'job'; name: string }
  | { type: 'webhook'; name: string }
  | { type: 'system' }

/** The church, ministry or business whose rows the transaction can see. */
export interface ClientInfo {
  id: string
  /** IANA name, e.g. America/Chicago. */
  timeZone: string
  /** BCP 47, e.g. en-US. */
  locale: string
  /** ISO 3166 alpha-2: what a number without a country prefix means. */
  country: string
  /** ISO 4217. */
  currency: string
}

export interface Ctx {
  /** Already inside the request's transaction, already limited to `client`. */
  db: Db
  client: ClientInfo
  actor: Actor
  requestId: string
  /** Which confidential rows the transaction sees; PostgreSQL's row policies ask for them. See kernel/rights. */
  rights: readonly Right[]
  /** Where a visitor comes from, and with which browser; absent for everyone else. */
  ip?: string
  userAgent?: string
  /** Topics that other screens refetch once this transaction has committed; see kernel/realtime. */
  news: Map<string, Set<string>>
}

/** For verbs that call an outside service: `tx` opens a transaction for as long as one function takes. */
export interface OuterCtx extends Omit<Ctx, 'db' | 'news'> {
  tx<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** The member's user id; jobs and visitors have none. */
export const userOf = (ctx: { actor: Actor }): string | null =>
  ctx.actor.type === 'member' || ctx.actor.type === 'user' ? ctx.actor.userId : null
