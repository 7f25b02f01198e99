import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, like, ne, sql } from 'drizzle-orm'
import { slugOf } from '#clients/rules.ts'
import { take } from '#files/resumable/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { reachOf } from '#kernel/reach.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { usesOf } from '#public-page/service/uses.ts'
import { explainUnknown, parsePassages } from '#scripture/rules/parsing.ts'
import { titleOf } from '#sermons/service.ts'
import type { ChangedVideo, NewVideo, Video } from '../contract.ts'
import { KEPT_DAYS } from '../rules/options.ts'
import { get, rowOf, type VideoRow } from '../service.ts'
import { videoLibraries, videoPassages, videos } from '../tables.ts'
import { processVideo } from '../tasks.ts'
import { attachPictures } from './pictures.ts'

type Described = Pick<VideoRow, 'title' | 'description' | 'tags' | 'passage' | 'speaker' | 'series'>
/** All that a search looks into, beside captions. */
export const searchOf = ({ title, description, tags, passage, speaker, series }: Described): string =>
  [title, passage, speaker, series, tags.join(' '), description].join('\n')

/** Two that take a free address at once would both find it free. */
async function freeSlug(ctx: Ctx, title: string, own = ''): Promise<string> {
  await advisoryLock(ctx.db, `video slugs ${ctx.client.id}`)
  const slug = slugOf(title)
  const base = slug === 'account' ? 'video' : slug
  const rows = await ctx.db
    .select({ slug: videos.slug })
    .from(videos)
    .where(and(like(videos.slug, `${base}%`), ne(videos.slug, own)))
  const taken = new Set(rows.map(row => row.slug))
  if (!taken.has(base)) return base
  for (let count = 2; count < 100; count++) if (!taken.has(`${base}-${count}`)) return `${base}-${count}`
  return `${base}-${randomBytes(4).toString('hex')}`
}

interface Referring {
  libraryId?: string | undefined
  sermonId?: string | null | undefined
  passage?: string | undefined
  visibility?: VideoRow['visibility'] | undefined
}

/** Refuses at its field what doesn't exist, and a public video by someone who may not publish. */
async function requireValid(ctx: Ctx, { libraryId, sermonId, passage, visibility }: Referring): Promise<void> {
  if (libraryId) {
    const [library] = await ctx.db
      .select({ id: videoLibraries.id })
      .from(videoLibraries)
      .where(eq(videoLibraries.id, libraryId))
    if (!library) throw invalid('libraryId', 'This library no longer exists')
  }
  if (sermonId && !(await titleOf(ctx, sermonId))) throw invalid('sermonId', 'This sermon no longer exists')
  if (passage && parsePassages(passage).length === 0)
    throw invalid('passage', explainUnknown(passage) ?? 'Enter a Bible passage such as John 3:16-21')
  if (visibility === 'public' && !reachOf(ctx, 'content.publish')) throw new Failure('FORBIDDEN')
}

async function replacePassages(ctx: Ctx, videoId: string, passage: string): Promise<void> {
  await ctx.db.delete(videoPassages).where(eq(videoPassages.videoId, videoId))
  const ranges = parsePassages(passage)
  if (ranges.length > 0)
    await ctx.db.insert(videoPassages).values(ranges.map(({ from, to }) => ({ videoId, fromVerse: from, toVerse: to })))
}

/** A second call for the same upload, by a retry or another tab, answers the video that the first one made. */
export async function create(ctx: Ctx, { uploadId, pictureIds, ...details }: NewVideo): Promise<Video> {
  await requireValid(ctx, details)
  const file = await take(ctx, uploadId, 'video')
  const publicId = randomBytes(16).toString('base64url')
  const slug = await freeSlug(ctx, details.title)
  const [made] = await ctx.db
    .insert(videos)
    .values({
      ...details,
      publicId,
      slug,
      fileId: file.id,
      search: searchOf(details),
      stage: 'queued',
      createdBy: userOf(ctx),
    })
    .onConflictDoNothing({ target: [videos.clientId, videos.fileId] })
    .returning()
  if (!made) return earlier(ctx, file.id)
  await replacePassages(ctx, made.id, made.passage)
  await attachPictures(ctx, made.id, pictureIds)
  await enqueue(ctx, processVideo, { videoId: made.id, run: made.run })
  announce(ctx, 'videos', made.id)
  return get(ctx, { id: made.id })
}

async function earlier(ctx: Ctx, fileId: string): Promise<Video> {
  const [row] = await ctx.db.select({ id: videos.id }).from(videos).where(eq(videos.fileId, fileId))
  return get(ctx, { id: found(row, 'Video').id })
}

export async function update(ctx: Ctx, { id, version, ...changes }: ChangedVideo): Promise<Video> {
  const before = await rowOf(ctx, id)
  if (isNoChange(changes)) return get(ctx, { id })
  await requireValid(ctx, changes)
  const chapters = changes.chapters?.toSorted((a, b) => a.startMs - b.startMs)
  requireDistinct(chapters)
  const after = { ...before, ...changes }
  // The address of a public video is known out there: it stays.
  const slug =
    changes.title && changes.title !== before.title && before.visibility !== 'public'
      ? await freeSlug(ctx, changes.title, before.slug)
      : before.slug
  const isClosed = changes.visibility !== undefined && changes.visibility !== before.visibility
  const [row] = await ctx.db
    .update(videos)
    .set({
      ...changes,
      ...(chapters && { chapters }),
      slug,
      search: searchOf(after),
      version: version + 1,
      ...(isClosed && { epoch: sql`${videos.epoch} + 1` }),
    })
    // Of two who edit at once, the second is told, and nothing is overwritten.
    .where(and(eq(videos.id, id), eq(videos.version, version), isNull(videos.deletedAt)))
    .returning({ id: videos.id })
  if (!row) throw new Failure('CONFLICT')
  if (changes.passage !== undefined) await replacePassages(ctx, id, changes.passage)
  announce(ctx, 'videos', id)
  return get(ctx, { id })
}

function requireDistinct(chapters: readonly { startMs: number }[] | undefined): void {
  if (chapters?.some((chapter, at) => chapter.startMs === chapters[at - 1]?.startMs))
    throw invalid('chapters', 'Two chapters start at the same time')
}

/** Addresses that were given out end, and what is being done with it is let go. */
/** What shows the video. */
export async function uses(ctx: Ctx, { id }: { id: string }) {
  const { publicId } = await rowOf(ctx, id)
  return { items: [...(await usesOf(ctx, 'video', id)), ...(await usesOf(ctx, 'video-page', publicId))] }
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await rowOf(ctx, id)
  await ctx.db
    .update(videos)
    .set({ deletedAt: clock.now(), epoch: sql`${videos.epoch} + 1` })
    .where(eq(videos.id, id))
  announce(ctx, 'videos', id)
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<Video> {
  const [row] = await ctx.db
    .update(videos)
    .set({ deletedAt: null })
    .where(and(eq(videos.id, id), gt(videos.deletedAt, new Date(clock.ms() - days(KEPT_DAYS)))))
    .returning()
  const { state, stage, run } = found(row, 'Video')
  // A worker lets go of what is in the trash.
  if (state === 'processing' && stage) await enqueue(ctx, processVideo, { videoId: id, run })
  announce(ctx, 'videos', id)
  return get(ctx, { id })
}
