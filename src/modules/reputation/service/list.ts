import { and, eq, gte, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { containing } from '#kernel/sql.ts'
import type { Review, ReviewFilter, ReviewSummary } from '../contract.ts'
import { platformNames } from '../rules/platforms.ts'
import { responseStateNames, reviewStateNames } from '../rules/states.ts'
import { reviewSources, reviews } from '../tables.ts'

const MOST_ROWS = 1_000_000
type Filters = Omit<ReviewFilter, 'cursor' | 'limit'>

export const selectReviews = (ctx: Ctx) =>
  ctx.db
    .select({
      id: reviews.id,
      sourceId: reviews.sourceId,
      source: reviewSources.name,
      platform: reviews.platform,
      rating: reviews.rating,
      title: reviews.title,
      content: reviews.content,
      author: reviews.author,
      date: reviews.reviewedAt,
      state: reviews.state,
      assignedTo: reviews.assignedTo,
      response: reviews.response,
      responseDate: reviews.respondedAt,
      responseState: reviews.responseState,
      responseProblem: reviews.responseProblem,
      editedAt: reviews.editedAt,
      goneAt: reviews.goneAt,
      page: reviewSources.url,
      version: reviews.version,
    })
    .from(reviews)
    .innerJoin(reviewSources, and(eq(reviewSources.clientId, reviews.clientId), eq(reviewSources.id, reviews.sourceId)))
    .$dynamic()

const isUnanswered = sql`${reviews.responseState} in ('none', 'failed') and ${reviews.goneAt} is null and ${reviews.state} = 'open'`

const matching = ({ search, platform, rating, unanswered, state, assignedTo, since }: Filters): SQL | undefined =>
  and(
    search
      ? or(
          ilike(reviews.content, containing(search)),
          ilike(reviews.title, containing(search)),
          ilike(reviews.author, containing(search)),
        )
      : undefined,
    platform?.length ? inArray(reviews.platform, platform) : undefined,
    rating?.length ? inArray(reviews.rating, rating) : undefined,
    unanswered ? isUnanswered : undefined,
    state ? eq(reviews.state, state) : undefined,
    assignedTo ? eq(reviews.assignedTo, assignedTo) : undefined,
    since ? gte(reviews.reviewedAt, since) : undefined,
  )

const orders: Record<ReviewFilter['sort'], SQL> = {
  date: sql`${reviews.reviewedAt}, ${reviews.id}`,
  '-date': sql`${reviews.reviewedAt} desc, ${reviews.id} desc`,
  rating: sql`${reviews.rating}, ${reviews.reviewedAt} desc, ${reviews.id} desc`,
  '-rating': sql`${reviews.rating} desc, ${reviews.reviewedAt} desc, ${reviews.id} desc`,
}

export async function list(ctx: Ctx, { cursor, limit, ...filters }: ReviewFilter) {
  const start = pageStart(cursor, MOST_ROWS)
  const total = await ctx.db.$count(reviews, matching(filters))
  const items: Review[] = await selectReviews(ctx)
    .where(matching(filters))
    .orderBy(orders[filters.sort])
    .limit(limit)
    .offset(start)
  return { items, total, nextCursor: start + items.length < total && items.length > 0 ? String(start + limit) : null }
}

/** Reviews that were deleted on their platform count no more. */
export async function readSummary(ctx: Ctx): Promise<ReviewSummary> {
  const { rows } = await ctx.db.execute<{ rating: number; n: number; answered: number; unanswered: number }>(sql`
    select rating, count(*)::int as n, count(*) filter (where response_state in ('publishing', 'published', 'marked'))::int as answered,
      count(*) filter (where ${isUnanswered})::int as unanswered
    from ${reviews} where gone_at is null group by rating`)
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  const total = sum(({ n }) => n)
  return {
    total,
    average: total === 0 ? null : sum(({ rating, n }) => rating * n) / total,
    unanswered: sum(({ unanswered }) => unanswered),
    responseRate: total === 0 ? null : sum(({ answered }) => answered) / total,
    stars: [5, 4, 3, 2, 1].map(stars => rows.find(({ rating }) => rating === stars)?.n ?? 0),
  }
}

export async function exportCsv(ctx: Ctx, filters: Filters) {
  const rows: Review[] = await selectReviews(ctx).where(matching(filters)).orderBy(orders[filters.sort]).limit(100_000)
  const header = [
    'Platform',
    'Entry',
    'Rating',
    'Title',
    'Review',
    'Author',
    'Date',
    'State',
    'Response',
    'Response state',
    'Response date',
    'Deleted',
  ]
  return {
    csv: csvFile(
      header,
      rows.map(row => [
        platformNames[row.platform],
        row.source,
        row.rating,
        row.title,
        row.content,
        row.author,
        row.date,
        reviewStateNames[row.state],
        row.response,
        responseStateNames[row.responseState],
        row.responseDate,
        row.goneAt,
      ]),
    ),
  }
}
