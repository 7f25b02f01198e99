import { and, asc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { lintTags } from '#messaging/rules/merge-tags.ts'
import { tagKeys } from '#people/fields/service/field-tags.ts'
import { type Block, wordsOf } from '../blocks/rules/schema.ts'
import { starters } from '../blocks/rules/starters.ts'
import { requirePictures } from '../blocks/service.ts'
import { emailTemplates } from '../tables.ts'
import type { NewEmailTemplate } from './contract.ts'

interface Words {
  subject: string
  preheader: string
  blocks: Block[]
}

/** What a new campaign begins with: one of the server's by its key, one of the church's own by its id, or nothing. */
export async function startingPoint(ctx: Ctx, template: string | undefined): Promise<Partial<Words>> {
  if (!template) return {}
  const starter = starters.find(one => one.key === template)
  if (starter) return { subject: starter.subject, preheader: starter.preheader, blocks: starter.blocks }
  const id = z.uuid().safeParse(template)
  const [row] = id.success
    ? await ctx.db
        .select()
        .from(emailTemplates)
        .where(and(eq(emailTemplates.id, id.data), isNull(emailTemplates.deletedAt)))
    : []
  const { subject, preheader, blocks } = found(row, 'Template')
  return { subject, preheader, blocks }
}

export async function list(ctx: Ctx) {
  const items = await ctx.db
    .select()
    .from(emailTemplates)
    .where(isNull(emailTemplates.deletedAt))
    .orderBy(asc(emailTemplates.category), asc(emailTemplates.name), asc(emailTemplates.id))
    .limit(200)
  return { items }
}

export async function create(ctx: Ctx, input: NewEmailTemplate) {
  await requirePictures(ctx, input.blocks)
  const own = await tagKeys(ctx)
  const problem = lintTags(wordsOf(input.blocks), own) ?? lintTags(input.subject, own)
  if (problem) throw invalid('name', problem)
  const [row] = await ctx.db.insert(emailTemplates).values(input).returning()
  return row!
}

const setDeleted = async (ctx: Ctx, id: string, deletedAt: Date | null) => {
  const [row] = await ctx.db.update(emailTemplates).set({ deletedAt }).where(eq(emailTemplates.id, id)).returning()
  return found(row, 'Template')
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await setDeleted(ctx, id, clock.now())
  return {}
}

export const restore = (ctx: Ctx, { id }: { id: string }) => setDeleted(ctx, id, null)
