import { and, eq, inArray, isNull } from 'drizzle-orm'
import { files } from '#files/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { type Block, picturesOf } from './rules/schema.ts'

/** Refuses pictures that are none, or another account's. */
export async function requirePictures(ctx: Ctx, blocks: readonly Block[]): Promise<void> {
  const ids = picturesOf(blocks)
  if (ids.length === 0) return
  const rows = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, ids), eq(files.purpose, 'picture'), isNull(files.removedAt)))
  if (rows.length < ids.length) throw invalid('blocks', 'A picture is no longer available. Please choose it again')
}
