import { eq, sql } from 'drizzle-orm'
import { take } from '#files/resumable/service.ts'
import { expire } from '#files/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import type { Video } from '../contract.ts'
import { get, rowOf } from '../service.ts'
import { videos } from '../tables.ts'

async function store(ctx: Ctx, id: string, audioFileId: string | null): Promise<Video> {
  const { audioFileId: before } = await rowOf(ctx, id)
  await ctx.db
    .update(videos)
    .set({ audioFileId, version: sql`${videos.version} + 1` })
    .where(eq(videos.id, id))
  if (before && before !== audioFileId) await expire(ctx, before)
  announce(ctx, 'videos', id)
  return get(ctx, { id })
}

/** What podcast apps play of a video: the file of an upload that this member has finished. */
export async function setAudio(ctx: Ctx, { id, uploadId }: { id: string; uploadId: string }): Promise<Video> {
  const file = await take(ctx, uploadId, 'audio')
  return store(ctx, id, file.id)
}

export const removeAudio = (ctx: Ctx, { id }: { id: string }): Promise<Video> => store(ctx, id, null)
