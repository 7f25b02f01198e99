import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { masterPlaylist, withAddress } from '../../conversion/rules.ts'
import { videoSizes } from '../../conversion/tables.ts'
import type { videos } from '../../tables.ts'
import type { Viewer } from './grants.ts'
import { addressOf } from './playback.ts'

type Row = typeof videos.$inferSelect

/** The list of sizes of a video; each address in it carries the right of the viewer. */
export async function streamOf(ctx: Ctx, video: Row, viewer: Viewer): Promise<string> {
  const sizes = await ctx.db.select().from(videoSizes).where(eq(videoSizes.videoId, video.id))
  found(sizes[0], 'Video')
  return masterPlaylist(sizes, video, ({ id }) => addressOf(video, `sizes/${id}.m3u8`, viewer))
}

export async function sizeRow(ctx: Ctx, video: Row, id: string) {
  const [row] = await ctx.db
    .select()
    .from(videoSizes)
    .where(and(eq(videoSizes.id, id), eq(videoSizes.videoId, video.id)))
  return found(row, 'Video')
}

/** The pieces of one size. */
export async function sizeOf(ctx: Ctx, video: Row, id: string, viewer: Viewer): Promise<string> {
  const { playlist } = await sizeRow(ctx, video, id)
  return withAddress(playlist, addressOf(video, `sizes/${id}.mp4`, viewer))
}
