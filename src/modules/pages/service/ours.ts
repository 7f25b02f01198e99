import { and, eq, inArray, isNull } from 'drizzle-orm'
import { files } from '#files/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { type Block, hiddenToo, picturesOf } from '../rules/blocks.ts'
import { pageImages } from '../tables.ts'
import { measurePicture } from '../tasks.ts'

/** Pictures of this account, and scripts of an owner alone. */
export async function mustBeOurs(ctx: Ctx, before: readonly Block[], after: readonly Block[]): Promise<void> {
  const codeOf = (list: readonly Block[]) =>
    new Set([...hiddenToo(list)].flatMap(one => (one.type === 'code' && one.props.code ? [one.props.code] : [])))
  const known = codeOf(before)
  if ([...codeOf(after)].some(code => !known.has(code)) && ctx.actor.type === 'member' && ctx.actor.role !== 'owner')
    throw invalid('draft', 'Only an owner can add custom code')
  const ids = picturesOf([...hiddenToo(after)])
  if (ids.length === 0) return
  await mustHavePictures(ctx, ids, 'draft')
  const measured = await ctx.db
    .select({ id: pageImages.fileId })
    .from(pageImages)
    .where(inArray(pageImages.fileId, ids))
  const sized = new Set([...measured.map(row => row.id), ...picturesOf(before)])
  for (const fileId of ids) if (!sized.has(fileId)) await enqueue(ctx, measurePicture, { fileId })
}

/** Refuses pictures that are none, or another account's. */
export async function mustHavePictures(ctx: Ctx, ids: string[], field: string): Promise<void> {
  const rows = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, ids), eq(files.purpose, 'picture'), isNull(files.removedAt)))
  if (rows.length < ids.length) throw invalid(field, 'A picture is no longer available. Please choose it again')
}
