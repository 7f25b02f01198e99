import { and, eq } from 'drizzle-orm'
import { files } from '#files/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { vttOf } from '../../captions/rules.ts'
import { videoCaptions } from '../../captions/tables.ts'
import { videoPictures, type videos } from '../../tables.ts'
import { contentTypeOf, downloadName } from '../rules.ts'
import { canWatch } from './access.ts'
import type { Sent } from './bytes.ts'
import { viewerOf } from './grants.ts'
import { rowByPublicId } from './playback.ts'
import { sizeOf, sizeRow, streamOf } from './stream.ts'

type Row = typeof videos.$inferSelect
export interface Request {
  publicId: string
  /** file, download, audio, chapters.json, stream.m3u8, sizes/{id}.m3u8, sizes/{id}.mp4, pictures/{id}, captions/{id}-{version}.vtt; podcast apps want an ending: audio.m4a */
  part: string
  grant: string | undefined
  /** The token of a private podcast. */
  feed?: string | undefined
}

const PICTURE = /^pictures\/([0-9a-f-]{36})$/
const SIZE = /^sizes\/([0-9a-f-]{36})\.(m3u8|mp4)$/
const FILM = /^(file|audio)\.(mp4|m4a|mp3)$/
const CAPTIONS = /^captions\/([0-9a-f-]{36})-\d+\.vtt$/

/** The video, for whom the address was given to. @throws NOT_FOUND where they may not watch it, as where there is none */
export async function watchedBy(ctx: Ctx, { publicId, grant, feed }: Omit<Request, 'part'>) {
  const row = found(await rowByPublicId(ctx, publicId), 'Video')
  const viewer = viewerOf(row, grant)
  const isListener = feed !== undefined && (await canWatch(ctx, row, { kind: 'feed', token: feed }))
  found(isListener || (await canWatch(ctx, row, viewer)) || undefined, 'Video')
  return { row, viewer }
}

const STREAM = { contentType: 'application/vnd.apple.mpegurl', isOpen: false } as const

/** What is sent as text. */
export interface Text {
  text: string
  contentType: string
  isOpen: boolean
}

/** As the podcast namespace has them: https://podcasting2.org/docs/podcast-namespace/chapters */
const chaptersOf = ({ chapters }: Row) =>
  JSON.stringify({
    version: '1.2.0',
    chapters: chapters.map(({ startMs, title }) => ({ startTime: startMs / 1_000, title })),
  })

/** One part of a video, as bytes in the store or as text. */
export async function partOf(ctx: Ctx, request: Request): Promise<Sent | Text> {
  const { row, viewer } = await watchedBy(ctx, request)
  const isOpen = row.visibility !== 'private' && !row.deletedAt
  const picture = PICTURE.exec(request.part)?.[1]
  if (picture) return pictureOf(ctx, row, picture, isOpen)
  const captions = CAPTIONS.exec(request.part)?.[1]
  if (captions) return { text: await captionsOf(ctx, row, captions), contentType: 'text/vtt', isOpen }
  if (request.part === 'chapters.json')
    return { text: chaptersOf(row), contentType: 'application/json+chapters', isOpen }
  if (request.part === 'stream.m3u8') return { text: await streamOf(ctx, row, viewer), ...STREAM }
  const [, sizeId, kind] = SIZE.exec(request.part) ?? []
  if (sizeId && kind === 'm3u8') return { text: await sizeOf(ctx, row, sizeId, viewer), ...STREAM }
  if (sizeId) return { ...(await fileOf(ctx, (await sizeRow(ctx, row, sizeId)).fileId)), isOpen: false }
  const [, film = request.part] = FILM.exec(request.part) ?? []
  // Podcast apps on the web play the audio from wherever they are; a film is nobody's but the church's.
  return { ...(await filmOf(ctx, row, film)), isOpen: isOpen && film === 'audio' }
}

async function fileOf(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select().from(files).where(eq(files.id, id))
  const { storageKey, contentType, size, sha256, removedAt } = found(row, 'Video')
  found(removedAt ? undefined : true, 'Video')
  return { storageKey, contentType, size, sha256 }
}

async function pictureOf(ctx: Ctx, row: Row, id: string, isOpen: boolean): Promise<Sent> {
  const [picture] = await ctx.db
    .select({ fileId: videoPictures.fileId })
    .from(videoPictures)
    .where(and(eq(videoPictures.id, id), eq(videoPictures.videoId, row.id)))
  return { ...(await fileOf(ctx, found(picture, 'Picture').fileId)), isOpen }
}

async function captionsOf(ctx: Ctx, row: Row, id: string): Promise<string> {
  const [captions] = await ctx.db
    .select({ cues: videoCaptions.cues })
    .from(videoCaptions)
    .where(and(eq(videoCaptions.id, id), eq(videoCaptions.videoId, row.id)))
  return vttOf(found(captions, 'Captions').cues)
}

async function filmOf(ctx: Ctx, row: Row, part: string): Promise<Omit<Sent, 'isOpen'>> {
  const ids: Record<string, string | null> = {
    file: row.playableFileId ?? row.fileId,
    download: row.downloadable ? (row.playableFileId ?? row.fileId) : null,
    audio: row.audioFileId,
  }
  // What isn't ready is no video yet: nobody is sent half-understood bytes.
  const id = row.state === 'ready' && Object.hasOwn(ids, part) ? ids[part] : null
  const file = await fileOf(ctx, found(id ?? undefined, 'Video'))
  const contentType = part === 'audio' ? file.contentType : contentTypeOf(row, file.contentType)
  const name = part === 'download' && downloadName(row.title, contentType)
  return { ...file, contentType, ...(name && { download: name }) }
}
