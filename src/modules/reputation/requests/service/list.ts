import { and, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { containing } from '#kernel/sql.ts'
import { type SkipReason, skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import type { RequestFilter, ReviewRequest } from '../contract.ts'
import {
  EXPIRES_DAYS,
  type RequestState,
  requestChannelNames,
  requestStateNames,
  requestStates,
  resendProblem,
} from '../rules/states.ts'
import { targetNames } from '../rules/targets.ts'
import { reviewRequestCampaigns, reviewRequests } from '../tables.ts'
import { ASKED_RECENTLY } from './recipients.ts'

const MOST_ROWS = 1_000_000
type Filters = Omit<RequestFilter, 'cursor' | 'limit'>

/** What became of it by now; the first that fits. */
const stateOf = (): SQL<RequestState> => sql`case
  when ${reviewRequests.reviewedAt} is not null then 'reviewed'
  when ${reviewRequests.state} <> 'written' then ${reviewRequests.state}
  when ${reviewRequests.clickedAt} is not null then 'clicked'
  when ${reviewRequests.lastSentAt} < ${new Date(clock.ms() - days(EXPIRES_DAYS)).toISOString()}::timestamptz then 'expired'
  else 'sent' end`

const selectRequests = (ctx: Ctx) =>
  ctx.db
    .select({
      id: reviewRequests.id,
      campaignId: reviewRequests.campaignId,
      personId: reviewRequests.personId,
      name: reviewRequests.name,
      address: reviewRequests.address,
      channel: reviewRequests.channel,
      platforms: reviewRequestCampaigns.targets,
      state: stateOf(),
      reason: reviewRequests.skipReason,
      sentAt: reviewRequests.sentAt,
      lastSentAt: reviewRequests.lastSentAt,
      sentCount: reviewRequests.sentCount,
      clickedAt: reviewRequests.clickedAt,
      reviewedAt: reviewRequests.reviewedAt,
      reviewId: reviewRequests.reviewId,
    })
    .from(reviewRequests)
    .innerJoin(
      reviewRequestCampaigns,
      and(
        eq(reviewRequestCampaigns.clientId, reviewRequests.clientId),
        eq(reviewRequestCampaigns.id, reviewRequests.campaignId),
      ),
    )
    .$dynamic()

type Row = Omit<ReviewRequest, 'resendProblem'>
const reasonLabel = (reason: string | null) =>
  reason === null
    ? null
    : reason === ASKED_RECENTLY
      ? 'Asked in the last 90 days'
      : (skipLabels[reason as SkipReason] ?? reason)
const toRequest = (row: Row): ReviewRequest => ({
  ...row,
  reason: reasonLabel(row.reason),
  resendProblem: resendProblem(row, clock.now()),
})

const matching = ({ search, state, channel, campaignId }: Filters): SQL | undefined =>
  and(
    search
      ? or(ilike(reviewRequests.name, containing(search)), ilike(reviewRequests.address, containing(search)))
      : undefined,
    state?.length && state.length < requestStates.length
      ? sql`${stateOf()} = any(${sql.param([...state])}::text[])`
      : undefined,
    channel ? eq(reviewRequests.channel, channel) : undefined,
    campaignId ? eq(reviewRequests.campaignId, campaignId) : undefined,
  )

const orders: Record<RequestFilter['sort'], SQL> = {
  sentAt: sql`${reviewRequests.sentAt} nulls last, ${reviewRequests.id}`,
  '-sentAt': sql`${reviewRequests.sentAt} desc nulls first, ${reviewRequests.id} desc`,
  name: sql`lower(${reviewRequests.name}), ${reviewRequests.id}`,
  '-name': sql`lower(${reviewRequests.name}) desc, ${reviewRequests.id} desc`,
}

export async function list(ctx: Ctx, { cursor, limit, ...filters }: RequestFilter) {
  const start = pageStart(cursor, MOST_ROWS)
  const total = await ctx.db.$count(reviewRequests, matching(filters))
  const rows: Row[] = await selectRequests(ctx)
    .where(matching(filters))
    .orderBy(orders[filters.sort])
    .limit(limit)
    .offset(start)
  const next = start + rows.length
  return { items: rows.map(toRequest), total, nextCursor: next < total && rows.length > 0 ? String(next) : null }
}

export async function readRequest(ctx: Ctx, id: string): Promise<ReviewRequest> {
  const [row] = await selectRequests(ctx).where(eq(reviewRequests.id, id))
  return toRequest(found(row, 'Review request'))
}

/** People who were asked, with those who opened a code's page beside them. */
export async function summary(ctx: Ctx) {
  const { rows } = await ctx.db.execute<{ requests: number; clicked: number; reviewed: number }>(sql`
    select count(*) filter (where state = 'written')::int as requests, count(clicked_at)::int as clicked,
      count(reviewed_at)::int as reviewed from ${reviewRequests}`)
  return rows[0]!
}

export async function exportCsv(ctx: Ctx, filters: Filters) {
  const rows: Row[] = await selectRequests(ctx).where(matching(filters)).orderBy(orders[filters.sort]).limit(100_000)
  return {
    csv: csvFile(
      [
        'Name',
        'Address',
        'Channel',
        'Platforms',
        'State',
        'Why',
        'Sent at',
        'Times sent',
        'Last sent',
        'Clicked at',
        'Reviewed at',
      ],
      rows.map(row => [
        row.name,
        row.address,
        requestChannelNames[row.channel],
        targetNames(row.platforms),
        requestStateNames[row.state],
        reasonLabel(row.reason),
        row.sentAt,
        row.sentCount,
        row.lastSentAt,
        row.clickedAt,
        row.reviewedAt,
      ]),
    ),
  }
}
