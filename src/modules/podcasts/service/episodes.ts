import { and, eq, inArray, isNull } from 'drizzle-orm'
import { files } from '#files/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { videoCaptions } from '#videos/captions/tables.ts'
import { videos } from '#videos/tables.ts'
import { enclosureOf, MOST_EPISODES, publishedAt } from '../rules.ts'

type Row = typeof videos.$inferSelect
export interface Episode {
  video: Row
  at: Date
  /** What apps play: the audio, or the film. */
  part: 'audio' | 'film'
  /** Bytes. */
  size: number
  contentType: string
  captions: { id: string; version: number; language: string }[]
}

/** The episodes of a library, the newest first, and the videos that would be some if apps could play them. */
export async function episodesOf(ctx: Ctx, libraryId: string, isPrivate: boolean) {
  const rows = await ctx.db
    .select()
    .from(videos)
    .where(
      and(
        eq(videos.libraryId, libraryId),
        eq(videos.state, 'ready'),
        isNull(videos.deletedAt),
        isPrivate ? undefined : eq(videos.visibility, 'public'),
      ),
    )
  const dated = rows
    .map(video => ({ video, at: publishedAt(video), part: partOf(video) }))
    .sort((one, other) => other.at.getTime() - one.at.getTime() || (one.video.id < other.video.id ? 1 : -1))
    .slice(0, MOST_EPISODES)
  const silent = dated.filter(one => !one.part).map(({ video: { id, title } }) => ({ id, title }))
  return { episodes: await withFiles(ctx, dated), silent }
}

const partOf = ({ container, videoCodec, audioFileId, playableFileId }: Row) =>
  enclosureOf({ container, videoCodec, hasAudio: audioFileId !== null, hasPlayable: playableFileId !== null })

const fileIdOf = ({ audioFileId, playableFileId, fileId }: Row, part: 'audio' | 'film') =>
  part === 'audio' ? audioFileId! : (playableFileId ?? fileId)

type Dated = { video: Row; at: Date; part: 'audio' | 'film' | undefined }
async function withFiles(ctx: Ctx, dated: readonly Dated[]): Promise<Episode[]> {
  const heard = dated.flatMap(one => (one.part ? [{ ...one, part: one.part }] : []))
  if (heard.length === 0) return []
  const wanted = heard.map(({ video, part }) => fileIdOf(video, part))
  const known = await ctx.db
    .select({ id: files.id, size: files.size, contentType: files.contentType })
    .from(files)
    .where(and(inArray(files.id, wanted), isNull(files.removedAt)))
  const captions = await ctx.db
    .select({
      id: videoCaptions.id,
      videoId: videoCaptions.videoId,
      version: videoCaptions.version,
      language: videoCaptions.language,
    })
    .from(videoCaptions)
    .where(
      inArray(
        videoCaptions.videoId,
        heard.map(({ video }) => video.id),
      ),
    )
  return heard.flatMap(one => {
    const file = known.find(({ id }) => id === fileIdOf(one.video, one.part))
    if (!file) return []
    const contentType = one.part === 'audio' ? file.contentType : 'video/mp4'
    return [
      { ...one, size: file.size, contentType, captions: captions.filter(({ videoId }) => videoId === one.video.id) },
    ]
  })
}
