import { and, count, eq, isNull, ne, sql, sum } from 'drizzle-orm'
import { used } from '#files/resumable/service.ts'
import { files } from '#files/tables.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { people } from '#people/tables.ts'
import { converterVersion } from '#providers/converter/index.ts'
import type { Playback, Video, VideoCard } from './contract.ts'
import type { Viewer } from './delivery/service/grants.ts'
import { addressOf, captionTracks, playbackFor, thumbnailOf } from './delivery/service/playback.ts'
import { quotaOf } from './service/quota.ts'
import { videoPeople, videoPictures, videos } from './tables.ts'

export type VideoRow = typeof videos.$inferSelect

/** The member who asks, for the addresses in the answer. Jobs and outside programs without one get those of a visitor. */
export function viewerOfRequest(ctx: Pick<Ctx, 'actor'>): Viewer {
  const id = userOf(ctx)
  return id ? { kind: 'member', id } : { kind: 'visitor' }
}

export const toCard = (ctx: Pick<Ctx, 'actor'>, row: VideoRow): VideoCard => ({
  ...row,
  thumbnail: thumbnailOf(row, viewerOfRequest(ctx)),
})

/** A video that is not in the trash. */
export async function rowOf(ctx: Ctx, id: string): Promise<VideoRow> {
  const [row] = await ctx.db
    .select()
    .from(videos)
    .where(and(eq(videos.id, id), isNull(videos.deletedAt)))
  return found(row, 'Video')
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Video> {
  const row = await rowOf(ctx, id)
  const viewer = viewerOfRequest(ctx)
  const [[file], pictures, captions, named] = [
    await ctx.db.select().from(files).where(eq(files.id, row.fileId)),
    await ctx.db.select().from(videoPictures).where(eq(videoPictures.videoId, id)).orderBy(videoPictures.id),
    await captionTracks(ctx, row, viewer),
    await namedPeople(ctx, id),
  ]
  const { name, size, sha256 } = found(file, 'File')
  return {
    ...toCard(ctx, row),
    sermonId: row.sermonId,
    downloadable: row.downloadable,
    chapters: row.chapters,
    pictures: pictures.map(picture => ({
      id: picture.id,
      address: addressOf(row, `pictures/${picture.id}`, viewer),
      chosen: picture.id === row.pictureId,
    })),
    captions,
    people: named,
    file: { ...row, name, size },
    audio: await audioOf(ctx, row, viewer),
    duplicates: await duplicatesOf(ctx, id, sha256),
  }
}

async function audioOf(ctx: Ctx, row: VideoRow, viewer: Viewer): Promise<Video['audio']> {
  if (!row.audioFileId) return null
  const [file] = await ctx.db.select().from(files).where(eq(files.id, row.audioFileId))
  const { name, size } = found(file, 'File')
  return { name, size, address: addressOf(row, 'audio', viewer) }
}

const namedPeople = (ctx: Ctx, videoId: string) =>
  ctx.db
    .select({ id: people.id, name: people.name })
    .from(videoPeople)
    .innerJoin(people, eq(people.id, videoPeople.personId))
    .where(and(eq(videoPeople.videoId, videoId), isNull(people.deletedAt)))
    .orderBy(people.name, people.id)

const duplicatesOf = (ctx: Ctx, id: string, sha256: string) =>
  ctx.db
    .select({ id: videos.id, title: videos.title })
    .from(videos)
    .innerJoin(files, eq(files.id, videos.fileId))
    .where(and(ne(videos.id, id), isNull(videos.deletedAt), eq(files.sha256, sha256)))
    .orderBy(videos.id)
    .limit(5)

export async function playback(ctx: Ctx, { id }: { id: string }): Promise<Playback> {
  return playbackFor(ctx, await rowOf(ctx, id), viewerOfRequest(ctx))
}

export async function summary(ctx: OuterCtx) {
  const converts = (await converterVersion()) !== undefined
  return { ...(await ctx.tx(totals)), converts }
}

async function totals(ctx: Ctx) {
  const [all] = await ctx.db
    .select({
      videos: count(sql`case when ${videos.state} = 'ready' then 1 end`),
      views: sum(videos.views).mapWith(Number),
    })
    .from(videos)
    .where(isNull(videos.deletedAt))
  return {
    videos: all!.videos,
    views: all!.views ?? 0,
    // Nothing here holds meetings yet.
    meetingsHosted: 0,
    storageUsed: await used(ctx),
    storageLimit: await quotaOf(ctx),
  }
}
