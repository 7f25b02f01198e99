import { and, eq, sql } from 'drizzle-orm'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { conversationViews as views } from '../tables.ts'
import type { NewView } from './contract.ts'

const MOST = 50
const columns = { id: views.id, name: views.name, filter: views.filter }
const mine = (ctx: Ctx) => eq(views.userId, userOf(ctx)!)

export async function list(ctx: Ctx) {
  return { items: await ctx.db.select(columns).from(views).where(mine(ctx)).orderBy(sql`lower(${views.name})`) }
}

export async function create(ctx: Ctx, { name, filter }: NewView) {
  if ((await ctx.db.$count(views, mine(ctx))) >= MOST)
    throw new Failure('BAD_REQUEST', `You already have ${MOST} views. Please delete one first.`)
  const [row] = await ctx.db
    .insert(views)
    .values({ userId: userOf(ctx)!, name, filter })
    .onConflictDoUpdate({ target: [views.clientId, views.userId, views.name], set: { filter } })
    .returning(columns)
  return row!
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const rows = await ctx.db
    .delete(views)
    .where(and(eq(views.id, id), mine(ctx)))
    .returning({ id: views.id })
  found(rows[0], 'View')
  return {}
}
