import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { watchForCrisis } from '#crisis/service.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { may } from '#kernel/permissions.ts'
import { notify } from '#notifications/service.ts'
import type { PlatformReview } from '#providers/reviews/index.ts'
import { reviewReceived } from '../events.ts'
import { platformNames } from '../rules/platforms.ts'
import { knownAuthor, NEWS_DAYS } from '../rules/states.ts'
import { type reviewSources, reviews, reviewVersions } from '../tables.ts'

type Source = Pick<typeof reviewSources.$inferSelect, 'id' | 'platform'>
export interface Stored {
  added: number
  changed: number
}

/**
 * Stores reviews as they stand on their platform: new ones once, edited ones with what they said before. A response there counts
 * as published, unless one from here is on its way.
 */
export async function storeReviews(ctx: Ctx, source: Source, found: readonly PlatformReview[]): Promise<Stored> {
  if (found.length === 0) return { added: 0, changed: 0 }
  const incoming = sql`jsonb_to_recordset(${JSON.stringify(found.map(toRecord))}::jsonb) as
    i(external_id text, rating int, title text, content text, author text, reviewed_at timestamptz, response text, responded_at timestamptz)`
  const isOther = sql`(r.rating, r.title, r.content) is distinct from (i.rating, i.title, i.content)`
  await ctx.db.execute(sql`
    insert into ${reviewVersions} (review_id, change, rating, title, content)
    select r.id, case when r.gone_at is null then 'edited' else 'restored' end, r.rating, r.title, r.content
    from ${reviews} r join ${incoming} on i.external_id = r.external_id
    where r.source_id = ${source.id} and (r.gone_at is not null or ${isOther})`)
  const { rows } = await ctx.db.execute<{
    id: string
    is_new: boolean
    is_edited: boolean
    content: string
    reviewed_at: string
  }>(sql`
    with before as (
      select r.id, ${isOther} as is_edited from ${reviews} r join ${incoming} on i.external_id = r.external_id where r.source_id = ${source.id}
    ), stored as (
      insert into ${reviews} as r (source_id, platform, external_id, rating, title, content, author, reviewed_at, response, responded_at, response_state)
      select ${source.id}::uuid, ${source.platform}, i.external_id, i.rating, i.title, i.content, i.author, i.reviewed_at, i.response, i.responded_at,
        case when i.response is null then 'none' else 'published' end
      from ${incoming}
      on conflict (client_id, source_id, external_id) do update set
        rating = excluded.rating, title = excluded.title, content = excluded.content, author = excluded.author, gone_at = null,
        edited_at = case when (r.rating, r.title, r.content) is distinct from (excluded.rating, excluded.title, excluded.content)
          then ${clock.now().toISOString()}::timestamptz else r.edited_at end,
        response = case when r.response_state in ('publishing', 'marked', 'failed') then r.response else excluded.response end,
        responded_at = case when r.response_state in ('publishing', 'marked', 'failed') then r.responded_at else excluded.responded_at end,
        response_state = case when r.response_state in ('publishing', 'marked', 'failed') then r.response_state else excluded.response_state end
      returning r.id, r.content, r.reviewed_at, xmax = 0 as is_new
    ) select s.*, coalesce(b.is_edited, false) as is_edited from stored s left join before b on b.id = s.id`)
  await announceNew(ctx, source, rows)
  return { added: rows.filter(row => row.is_new).length, changed: rows.filter(row => row.is_edited).length }
}

const toRecord = ({
  externalId,
  reviewedAt,
  respondedAt,
  author,
  rating,
  title,
  content,
  response,
}: PlatformReview) => ({
  external_id: externalId,
  rating,
  title,
  content,
  author: knownAuthor(author),
  reviewed_at: reviewedAt,
  response,
  responded_at: respondedAt,
})

interface StoredRow {
  id: string
  is_new: boolean
  is_edited: boolean
  content: string
  reviewed_at: string
}

/** Words that are new are looked through for danger; members hear of reviews that are new on their platform. */
async function announceNew(ctx: Ctx, source: Source, rows: readonly StoredRow[]): Promise<void> {
  const since = clock.ms() - days(NEWS_DAYS)
  const news = rows.filter(row => row.is_new && new Date(row.reviewed_at).getTime() > since)
  for (const { id, content } of rows.filter(row => news.includes(row) || row.is_edited))
    if (content !== '') await watchForCrisis(ctx, { text: content, source: 'review', sourceId: id })
  for (const { id } of news) await emit(ctx, reviewReceived, { reviewId: id })
  if (news.length === 0) return
  await notify(ctx, await responders(ctx), {
    type: 'review',
    title:
      news.length === 1
        ? `A new review on ${platformNames[source.platform]}`
        : `${news.length} new reviews on ${platformNames[source.platform]}`,
    href: news.length === 1 ? `/reputation?review=${news[0]!.id}` : '/reputation?unanswered=true',
    dedupeKey: `review:${news[0]!.id}`,
  })
}

async function responders(ctx: Ctx): Promise<string[]> {
  const team = await ctx.db.select({ userId: members.userId, role: members.role }).from(members).where(activeMember)
  return team.filter(({ role }) => may(role, 'reputation.write')).map(({ userId }) => userId)
}

/** Marks reviews that the platform says were deleted; what they said stays. */
export async function markDeleted(ctx: Ctx, source: Source, externalIds: readonly string[]): Promise<void> {
  if (externalIds.length === 0) return
  const gone = await ctx.db
    .update(reviews)
    .set({ goneAt: clock.now() })
    .where(and(eq(reviews.sourceId, source.id), inArray(reviews.externalId, [...externalIds]), isNull(reviews.goneAt)))
    .returning()
  if (gone.length > 0)
    await ctx.db.insert(reviewVersions).values(
      gone.map(({ id, rating, title, content }) => ({
        reviewId: id,
        change: 'deleted' as const,
        rating,
        title,
        content,
      })),
    )
}
