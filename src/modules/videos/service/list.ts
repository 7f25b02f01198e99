import { and, desc, eq, exists, gt, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { containing } from '#kernel/sql.ts'
import { parsePassages } from '#scripture/rules/parsing.ts'
import { videoCaptions } from '../captions/tables.ts'
import type { VideoFilter } from '../contract.ts'
import { durationText, KEPT_DAYS } from '../rules/options.ts'
import { toCard } from '../service.ts'
import { videoLibraries, videoPassages, videos } from '../tables.ts'

const MOST_ROWS = 10_000
type Filters = Omit<VideoFilter, 'cursor' | 'limit'>

const orders: Record<VideoFilter['sort'], SQL> = {
  newest: desc(videos.createdAt),
  mostViewed: desc(videos.views),
  longest: sql`${videos.durationMs} desc nulls last`,
}

export async function list(ctx: Ctx, { cursor, limit, ...filters }: VideoFilter) {
  const offset = pageStart(cursor, MOST_ROWS)
  const rows = await ctx.db
    .select()
    .from(videos)
    .where(matching(ctx, filters))
    .orderBy(orders[filters.sort], desc(videos.id))
    .limit(limit)
    .offset(offset)
  return {
    items: rows.map(row => toCard(ctx, row)),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
  }
}

function matching(ctx: Ctx, { search, passage, library, state, visibility, deleted }: Filters): SQL | undefined {
  return and(
    deleted ? gt(videos.deletedAt, new Date(clock.ms() - days(KEPT_DAYS))) : isNull(videos.deletedAt),
    library ? eq(videos.libraryId, library) : undefined,
    state?.length ? inArray(videos.state, state) : undefined,
    visibility?.length ? inArray(videos.visibility, visibility) : undefined,
    search ? searched(ctx, search) : undefined,
    passage ? onVerses(ctx, passage) : undefined,
  )
}

/** Those whose words, or whose captions, hold a text. */
export function searched({ db }: Ctx, search: string): SQL | undefined {
  const like = containing(search)
  const said = db.select({ id: videoCaptions.videoId }).from(videoCaptions).where(ilike(videoCaptions.words, like))
  return or(ilike(videos.search, like), inArray(videos.id, said))
}

/** Videos that share a verse with it; none where it is no passage. */
export function onVerses({ db }: Pick<Ctx, 'db'>, passage: string): SQL {
  const ranges = parsePassages(passage)
  if (ranges.length === 0) return sql`false`
  const overlapping = ranges.map(
    ({ from, to }) => sql`${videoPassages.fromVerse} <= ${to} and ${videoPassages.toVerse} >= ${from}`,
  )
  return exists(
    db
      .select({ id: videoPassages.id })
      .from(videoPassages)
      .where(and(eq(videoPassages.videoId, videos.id), or(...overlapping))),
  )
}

const header = ['Title', 'Library', 'Visibility', 'State', 'Duration', 'Views', 'Passage', 'Speaker', 'Series'].concat([
  'Preached',
  'Tags',
  'Created',
  'Description',
])

export async function exportVideos(ctx: Ctx, filters: Filters) {
  const rows = await ctx.db
    .select({ video: videos, library: videoLibraries.name })
    .from(videos)
    .innerJoin(videoLibraries, eq(videoLibraries.id, videos.libraryId))
    .where(matching(ctx, filters))
    .orderBy(orders[filters.sort], desc(videos.id))
    .limit(MOST_ROWS)
  const cells = rows.map(({ video, library }) => [
    video.title,
    library,
    video.visibility,
    video.state,
    durationText(video.durationMs),
    video.views,
    video.passage,
    video.speaker,
    video.series,
    video.preachedOn,
    video.tags.join(', '),
    video.createdAt,
    video.description,
  ])
  return { csv: csvFile(header, cells) }
}
