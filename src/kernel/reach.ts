import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Ctx } from './ctx.ts'
import { type Permission, reach } from './permissions.ts'

/**
 * The rows that this member may reach with `permission`: undefined for all of them,
 * else a condition that one of `columns` is their own user id.
 */
export function ownRows(ctx: Ctx, permission: Permission, ...columns: AnyPgColumn[]): SQL | undefined {
  const { actor } = ctx
  if (actor.type !== 'member' || reach(actor.role, permission) === 'all') return undefined
  const mine = columns.map(column => sql`${column} = ${actor.userId}`)
  return sql`(${sql.join(mine, sql` or `)})`
}
