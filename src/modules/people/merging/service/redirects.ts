import { type AnyProcedure, Procedure } from '@orpc/server'
import { eq, sql } from 'drizzle-orm'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { personAliases } from '../tables.ts'

/** Whom an id means today: that of someone who was merged leads to the one who stays. */
export async function currentId(ctx: Ctx, id: string): Promise<string> {
  const [row] = await ctx.db.select({ to: personAliases.personId }).from(personAliases).where(eq(personAliases.id, id))
  return row?.to ?? id
}

/** The same for many, in one query. */
export async function currentIds(ctx: Ctx, ids: string[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .select({ id: personAliases.id, to: personAliases.personId })
    .from(personAliases)
    .where(sql`${personAliases.id} = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map(({ id, to }) => [id, to]))
}

/** From now on these ids lead to what stays after a merge. */
export async function recordRedirects(ctx: Ctx, redirects: (typeof personAliases.$inferInsert)[]): Promise<void> {
  await ctx.db.insert(personAliases).values(redirects)
}

/** Where an input names someone, a thread or a card; `id` alone says it by its path. */
const named = ['personId', 'conversationId', 'leadId']
const own = /^\/(people|conversations|leads)\/\{id\}/

/** An input whose ids are those of what was put away by a merge, with those of what stays. */
async function followed(ctx: Ctx | OuterCtx, input: unknown, path: string): Promise<unknown> {
  const given = (input ?? {}) as Record<string, unknown>
  const keys = (own.test(path) ? [...named, 'id'] : named).filter(key => typeof given[key] === 'string')
  if (keys.length === 0) return input
  const ids = keys.map(key => given[key] as string)
  const now = await ('tx' in ctx ? ctx.tx(inside => standing(inside, ids)) : standing(ctx, ids))
  if (now.size === 0) return input
  return { ...given, ...Object.fromEntries(keys.map(key => [key, now.get(given[key] as string) ?? given[key]])) }
}

async function standing(ctx: Ctx, ids: string[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .select()
    .from(personAliases)
    .where(sql`${personAliases.id} = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map(row => [row.id, row.conversationId ?? row.leadId ?? row.personId]))
}

/** Every procedure of a router with its input read so, before its verb sees it. */
export function followRedirects<T extends object>(router: T): T {
  if (!(router instanceof Procedure))
    return Object.fromEntries(Object.entries(router).map(([name, part]) => [name, followRedirects(part)])) as T
  const { handler, ...rest } = (router as AnyProcedure)['~orpc']
  const path = rest.route.path ?? ''
  const read: typeof handler = async options =>
    handler({ ...options, input: await followed((options.context as { ctx: Ctx }).ctx, options.input, path) })
  return new Procedure({ ...rest, handler: read }) as T
}
