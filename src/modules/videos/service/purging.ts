import { and, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { expire } from '#files/service.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { videoSizes } from '../conversion/tables.ts'
import { KEPT_DAYS } from '../rules/options.ts'
import { videoPictures, videos } from '../tables.ts'

const before = (now: Date) => new Date(now.getTime() - days(KEPT_DAYS))

/** Clients that have deleted videos to purge. */
export const dueForPurge = (now: Date): SQL =>
  sql`select client_id from ${videos} where ${lt(videos.deletedAt, before(now))}`

/** Deletes for good what was deleted longer ago than it is kept. */
export async function purgeOld(ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .select({ id: videos.id })
    .from(videos)
    .where(lt(videos.deletedAt, before(clock.now())))
  await deleteForGood(
    ctx,
    rows.map(({ id }) => id),
  )
}

/** At once, for one in the trash. */
export async function purge(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .select({ id: videos.id })
    .from(videos)
    .where(and(eq(videos.id, id), isNotNull(videos.deletedAt)))
  await deleteForGood(ctx, [found(row, 'Video').id])
  announce(ctx, 'videos', id)
  return {}
}

/** The rows go now, the bytes with the next sweep of files. */
async function deleteForGood(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const pictures = await ctx.db
    .select({ fileId: videoPictures.fileId })
    .from(videoPictures)
    .where(inArray(videoPictures.videoId, ids))
  const sizes = await ctx.db
    .select({ fileId: videoSizes.fileId })
    .from(videoSizes)
    .where(inArray(videoSizes.videoId, ids))
  const rows = await ctx.db
    .delete(videos)
    .where(inArray(videos.id, ids))
    .returning({ file: videos.fileId, playable: videos.playableFileId, audio: videos.audioFileId })
  const fileIds = [...[...pictures, ...sizes].map(({ fileId }) => fileId), ...rows.flatMap(row => Object.values(row))]
  for (const fileId of fileIds) if (fileId) await expire(ctx, fileId)
}
