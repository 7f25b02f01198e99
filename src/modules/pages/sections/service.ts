import { and, asc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { mustBeOurs } from '../service/ours.ts'
import { pageSections } from '../tables.ts'
import type { NewPageSection, PageSection, PageSectionChange } from './contract.ts'

const columns = {
  id: pageSections.id,
  name: pageSections.name,
  content: pageSections.content,
  version: pageSections.version,
}

export async function list(ctx: Ctx) {
  const items = await ctx.db
    .select(columns)
    .from(pageSections)
    .where(isNull(pageSections.deletedAt))
    .orderBy(asc(pageSections.name))
    .limit(200)
  return { items }
}

async function get(ctx: Ctx, id: string): Promise<PageSection> {
  const [row] = await ctx.db
    .select(columns)
    .from(pageSections)
    .where(and(eq(pageSections.id, id), isNull(pageSections.deletedAt)))
  return found(row, 'Section')
}

export async function create(ctx: Ctx, section: z.infer<typeof NewPageSection>): Promise<PageSection> {
  await mustBeOurs(ctx, [], section.content)
  const [row] = await ctx.db.insert(pageSections).values(section).returning(columns)
  announce(ctx, 'pages')
  return row!
}

/** Visitors see it on every page at once: a section has no draft. */
export async function update(ctx: Ctx, { id, version, ...changes }: z.infer<typeof PageSectionChange>) {
  const before = await get(ctx, id)
  if (changes.content) await mustBeOurs(ctx, before.content, changes.content)
  const [row] = await ctx.db
    .update(pageSections)
    .set(changes)
    .where(and(eq(pageSections.id, id), eq(pageSections.version, version)))
    .returning(columns)
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'pages')
  return row
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await get(ctx, id)
  await ctx.db.update(pageSections).set({ deletedAt: clock.now() }).where(eq(pageSections.id, id))
  announce(ctx, 'pages')
  return {}
}
