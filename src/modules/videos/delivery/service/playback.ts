import { and, asc, eq } from 'drizzle-orm'
import { files } from '#files/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { videoCaptions } from '../../captions/tables.ts'
import type { Playback } from '../../contract.ts'
import { videoSizes } from '../../conversion/tables.ts'
import { videos } from '../../tables.ts'
import { positionOf } from '../../views/service/positions.ts'
import { contentTypeOf } from '../rules.ts'
import { canWatch } from './access.ts'
import { grantFor, type Viewer } from './grants.ts'

type Row = typeof videos.$inferSelect
type Addressed = Pick<Row, 'id' | 'epoch' | 'publicId'>

/** The path of one part of a video, with the right of the viewer. */
export function addressOf(video: Addressed, part: string, viewer: Viewer): string {
  const grant = grantFor(video, viewer)
  return `/media/${video.publicId}/${part}${grant && `?t=${grant}`}`
}

export const thumbnailOf = (video: Addressed & Pick<Row, 'pictureId'>, viewer: Viewer): string | null =>
  // The picture is part of the address: a browser that kept another one asks again.
  video.pictureId && addressOf(video, `pictures/${video.pictureId}`, viewer)

export async function captionTracks(ctx: Ctx, video: Addressed, viewer: Viewer) {
  const rows = await ctx.db
    .select({
      id: videoCaptions.id,
      language: videoCaptions.language,
      label: videoCaptions.label,
      version: videoCaptions.version,
    })
    .from(videoCaptions)
    .where(eq(videoCaptions.videoId, video.id))
    .orderBy(asc(videoCaptions.label), asc(videoCaptions.id))
  return rows.map(({ version, ...row }) => ({
    ...row,
    address: addressOf(video, `captions/${row.id}-${version}.vtt`, viewer),
  }))
}

/** What a player gets. @throws NOT_FOUND for people who may not watch it, as for a video that doesn't exist */
export async function playbackFor(ctx: Ctx, video: Row | undefined, viewer: Viewer): Promise<Playback> {
  const row = found(video, 'Video')
  found((await canWatch(ctx, row, viewer)) || undefined, 'Video')
  const [file] = await ctx.db
    .select({ contentType: files.contentType })
    .from(files)
    .where(eq(files.id, row.playableFileId ?? row.fileId))
  const type = row.state === 'ready' && file ? contentTypeOf(row, file.contentType) : null
  return {
    publicId: row.publicId,
    title: row.title,
    source: type === null ? null : { address: addressOf(row, 'file', viewer), type },
    stream: type !== null && (await hasSizes(ctx, row.id)) ? addressOf(row, 'stream.m3u8', viewer) : null,
    poster: thumbnailOf(row, viewer),
    captions: await captionTracks(ctx, row, viewer),
    chapters: row.chapters,
    durationMs: row.durationMs,
    resumeAtMs: await positionOf(ctx, viewer, row.id),
    download: row.downloadable && row.state === 'ready' ? addressOf(row, 'download', viewer) : null,
    viewsAddress: addressOf(row, 'views', viewer),
  }
}

async function hasSizes(ctx: Ctx, videoId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: videoSizes.id })
    .from(videoSizes)
    .where(eq(videoSizes.videoId, videoId))
    .limit(1)
  return row !== undefined
}

export async function rowByPublicId(ctx: Ctx, publicId: string): Promise<Row | undefined> {
  const [row] = await ctx.db
    .select()
    .from(videos)
    .where(and(eq(videos.publicId, publicId)))
  return row
}
