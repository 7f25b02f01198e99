import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { lintTags } from '#messaging/rules/merge-tags.ts'
import { tagKeys } from '#people/fields/service/field-tags.ts'
import { smsTemplates as table } from '../tables.ts'
import type { NewSmsTemplate, SmsTemplateChange } from './contract.ts'

const MOST = 500

async function mustLint(ctx: Ctx, body: string | undefined): Promise<void> {
  const problem = lintTags(body ?? '', await tagKeys(ctx))
  if (problem) throw invalid('body', problem)
}

export async function list(ctx: Ctx) {
  const items = await ctx.db
    .select()
    .from(table)
    .where(isNull(table.deletedAt))
    .orderBy(asc(sql`lower(${table.category})`), asc(sql`lower(${table.name})`), asc(table.id))
    .limit(MOST)
  return { items }
}

export async function create(ctx: Ctx, words: NewSmsTemplate) {
  await mustLint(ctx, words.body)
  if ((await ctx.db.$count(table, isNull(table.deletedAt))) >= MOST)
    throw invalid('name', 'You already have 500 templates. Delete one you don’t use.')
  const [row] = await ctx.db.insert(table).values(words).returning()
  announce(ctx, 'campaigns')
  return row!
}

export async function update(ctx: Ctx, { id, version, ...words }: SmsTemplateChange) {
  await mustLint(ctx, words.body)
  const [before] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), isNull(table.deletedAt)))
    .for('update')
  if (found(before, 'Template').version !== version) throw new Failure('CONFLICT')
  const [row] = await ctx.db.update(table).set(words).where(eq(table.id, id)).returning()
  announce(ctx, 'campaigns')
  return row!
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db.update(table).set({ deletedAt: clock.now() }).where(eq(table.id, id)).returning()
  found(row, 'Template')
  announce(ctx, 'campaigns')
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db.update(table).set({ deletedAt: null }).where(eq(table.id, id)).returning()
  announce(ctx, 'campaigns')
  return found(row, 'Template')
}
