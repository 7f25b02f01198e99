import { and, asc, count, eq, isNull, notInArray, sql } from 'drizzle-orm'
import { expire, fileById, keepForGood } from '#files/service.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { Video } from '../contract.ts'
import { MAX_PICTURES } from '../rules/options.ts'
import { get, rowOf } from '../service.ts'
import { videoPictures, videos } from '../tables.ts'

/** Takes pictures that this member has just uploaded; the first becomes the thumbnail where there is none. */
export async function attachPictures(ctx: Ctx, videoId: string, fileIds: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const fileId of new Set(fileIds)) {
    const file = await fileById(ctx, fileId, 'thumbnail')
    found(file.createdBy === userOf(ctx) ? file : undefined, 'File')
    const [row] = await ctx.db
      .insert(videoPictures)
      .values({ videoId, fileId })
      .onConflictDoNothing({ target: [videoPictures.clientId, videoPictures.fileId] })
      .returning({ id: videoPictures.id })
    if (!row) throw invalid('pictureIds', 'This picture belongs to another video')
    ids.push(row.id)
  }
  await keepForGood(ctx, [...fileIds])
  if (ids.length > 0)
    await ctx.db
      .update(videos)
      .set({ pictureId: ids[0]! })
      .where(and(eq(videos.id, videoId), isNull(videos.pictureId)))
  return ids
}

/** An uploaded thumbnail, which is the chosen one from now on. Of the others, the oldest make room for it. */
export async function addPicture(ctx: Ctx, { id, fileId }: { id: string; fileId: string }): Promise<Video> {
  await rowOf(ctx, id)
  const [pictureId] = await attachPictures(ctx, id, [fileId])
  await choose(ctx, id, pictureId!)
  await dropOldest(ctx, id, pictureId!)
  return get(ctx, { id })
}

async function dropOldest(ctx: Ctx, videoId: string, chosen: string): Promise<void> {
  const [all] = await ctx.db.select({ count: count() }).from(videoPictures).where(eq(videoPictures.videoId, videoId))
  const many = all!.count - MAX_PICTURES
  if (many <= 0) return
  const oldest = await ctx.db
    .select({ id: videoPictures.id, fileId: videoPictures.fileId })
    .from(videoPictures)
    .where(and(eq(videoPictures.videoId, videoId), notInArray(videoPictures.id, [chosen])))
    .orderBy(asc(videoPictures.id))
    .limit(many)
  for (const { id, fileId } of oldest) {
    await ctx.db.delete(videoPictures).where(eq(videoPictures.id, id))
    await expire(ctx, fileId)
  }
}

async function choose(ctx: Ctx, id: string, pictureId: string): Promise<void> {
  await ctx.db
    .update(videos)
    .set({ pictureId, version: sql`${videos.version} + 1` })
    .where(eq(videos.id, id))
  announce(ctx, 'videos', id)
}

export async function chooseThumbnail(ctx: Ctx, { id, pictureId }: { id: string; pictureId: string }): Promise<Video> {
  await rowOf(ctx, id)
  const [picture] = await ctx.db
    .select({ id: videoPictures.id })
    .from(videoPictures)
    .where(and(eq(videoPictures.id, pictureId), eq(videoPictures.videoId, id)))
  await choose(ctx, id, found(picture, 'Picture').id)
  return get(ctx, { id })
}
