import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Ctx } from './ctx.ts'
import { type Permission, type Reach, reach } from './permissions.ts'

/** How far the member, or the API key within its scopes, reaches with `permission`; undefined for everyone else. */
export function reachOf({ actor }: Pick<Ctx, 'actor'>, permission: Permission): Reach | undefined {
  if (actor.type !== 'member' || (actor.key && !actor.key.scopes.includes(permission))) return undefined
  return reach(actor.role, permission)
}

/**
 * The rows that this member may reach with `permission`: undefined for all of them,
 * else a condition that one of `columns` is their own user id.
 */
export function ownRows(ctx: Ctx, permission: Permission, ...columns: AnyPgColumn[]): SQL | undefined {
  const { actor } = ctx
  if (actor.type !== 'member' || reachOf(ctx, permission) === 'all') return undefined
  const mine = columns.map(column => sql`${column} = ${actor.userId}`)
  return sql`(${sql.join(mine, sql` or `)})`
}
