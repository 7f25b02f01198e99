import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Id, line } from '#kernel/contract.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { escapeHtml } from '#messaging/rules/letter.ts'
import type { ShownBlock } from '#public-page/rules/blocks.ts'
import { playbackFor, thumbnailOf } from '../delivery/service/playback.ts'
import { MOST_IN_BLOCK } from '../rules/options.ts'
import { videos } from '../tables.ts'
import { cardMarkup, filmMarkup } from '../watch/rules.ts'
import { refreshPath } from '../watch/service.ts'
import { churchSlug } from './church.ts'

/** For pages without React. */
export const PLAYER = '/watch-player.js'

export const FILM_STYLES = '/film.css'

/** What the form of the block kept; anything else is as if nothing were chosen yet. */
const Chosen = z.object({
  videoId: Id.nullable().catch(null),
  libraryId: Id.nullable().catch(null),
  title: line(120).catch(''),
  count: z.number().int().min(1).max(MOST_IN_BLOCK).catch(3),
})

const visitor = { kind: 'visitor' } as const

/** One film with the player, or an empty place that says why. */
export async function drawVideo(ctx: Ctx, value: Record<string, unknown>): Promise<ShownBlock> {
  const { videoId } = Chosen.parse(value)
  const [row] = videoId ? await ctx.db.select().from(videos).where(eq(videos.id, videoId)) : []
  const gone = '<p class="quiet">This video is not available at the moment.</p>'
  if (!row) {
    const message = videoId ? 'this video was deleted; choose another one' : 'choose a video'
    return { html: gone, problem: { message, isBlocking: true } }
  }
  if (row.deletedAt || row.visibility === 'private') {
    const message = row.deletedAt ? 'this video is in the trash' : 'this video is private; visitors can’t watch it'
    return { html: gone, problem: { message, isBlocking: true } }
  }
  const playback = await playbackFor(ctx, row, visitor)
  const refresh = refreshPath(await churchSlug(ctx), row.publicId)
  return {
    html: String(await filmMarkup({ playback, refresh, start: 0 }, 'site')),
    styles: [FILM_STYLES],
    scripts: [PLAYER],
    playsFilms: true,
    ...(!playback.source && { problem: { message: 'browsers can’t play this video yet', isBlocking: false } }),
  }
}

/** The newest public videos, all of them or those of a library, each leading to its watch page. */
export async function drawVideos(ctx: Ctx, value: Record<string, unknown>): Promise<ShownBlock> {
  const { libraryId, title, count } = Chosen.parse(value)
  const rows = await ctx.db
    .select()
    .from(videos)
    .where(
      and(
        eq(videos.visibility, 'public'),
        eq(videos.state, 'ready'),
        isNull(videos.deletedAt),
        libraryId ? eq(videos.libraryId, libraryId) : undefined,
      ),
    )
    .orderBy(sql`${videos.preachedOn} desc nulls last`, desc(videos.id))
    .limit(count)
  const church = await churchSlug(ctx)
  const cards = await Promise.all(rows.map(row => cardMarkup(church, { ...row, thumbnail: thumbnailOf(row, visitor) })))
  const list =
    rows.length === 0
      ? '<p class="quiet">There are no videos yet.</p>'
      : `<ul class="sermons">${cards.join('')}</ul><p><a href="/watch/${church}">All videos</a></p>`
  return { html: (title && `<h2>${escapeHtml(title)}</h2>`) + list, styles: [FILM_STYLES] }
}
