import { eq, sql } from 'drizzle-orm'
import { cancelCampaign, pauseCampaign, resumeCampaign } from '#campaigns/service/lifecycle.ts'
import { beginCampaign, scheduleStart } from '#campaigns/service/starting.ts'
import { requireTopic } from '#consent/topics/service.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { drawQr, printDesign } from '#links/drawing/service.ts'
import { momentAt } from '#messaging/rules/local-clock.ts'
import { lintTags } from '#messaging/rules/merge-tags.ts'
import { requireKnownAudience } from '#people/audience/service.ts'
import { tagKeys } from '#people/fields/service/field-tags.ts'
import { reviews } from '../tables.ts'
import type { NewRequest, NewReviewCampaign, ReviewCampaign, ReviewRequest } from './contract.ts'
import { withoutReviewLink } from './rules/words.ts'
import { askOne } from './service/asking.ts'
import { reviewRequestKind } from './service/kind.ts'
import { readRequest } from './service/list.ts'
import { resolveTargets } from './service/places.ts'
import { type CampaignRow, lockRequest, newCode, reviewUrl } from './service/sending.ts'
import { reviewRequestCampaigns as campaigns, reviewRequests } from './tables.ts'

/** Campaigns that a list shows. */
const MOST = 100

const selectCampaigns = (ctx: Ctx) => ctx.db.select().from(campaigns).$dynamic()

/** Campaigns with their figures, in two queries for one as for many. */
async function toCampaigns(ctx: Ctx, rows: CampaignRow[]): Promise<ReviewCampaign[]> {
  const ids = rows.map(({ id }) => id)
  const { rows: counted } = await ctx.db.execute<
    Pick<ReviewCampaign, 'id' | 'asked' | 'clicked' | 'reviewed' | 'skipped'> & Record<string, unknown>
  >(sql`
    select campaign_id as id, count(*) filter (where state = 'written')::int as asked, count(clicked_at)::int as clicked,
      count(reviewed_at)::int as reviewed, count(*) filter (where state = 'skipped')::int as skipped
    from ${reviewRequests} where campaign_id = any(${sql.param(ids)}::uuid[]) group by campaign_id`)
  const figures = new Map(counted.map(row => [row.id, row]))
  return rows.map(({ code, opened, clicks, ...row }) => ({
    ...row,
    asked: code ? opened : (figures.get(row.id)?.asked ?? 0),
    clicked: code ? clicks : (figures.get(row.id)?.clicked ?? 0),
    reviewed: figures.get(row.id)?.reviewed ?? 0,
    skipped: figures.get(row.id)?.skipped ?? 0,
    page: code && reviewUrl(code),
  }))
}

export async function listCampaigns(ctx: Ctx): Promise<{ items: ReviewCampaign[] }> {
  const rows = await selectCampaigns(ctx)
    .where(eq(campaigns.isSingle, false))
    .orderBy(sql`${campaigns.createdAt} desc, ${campaigns.id} desc`)
    .limit(MOST)
  return { items: await toCampaigns(ctx, rows) }
}

async function campaignById(ctx: Ctx, id: string): Promise<CampaignRow> {
  const [row] = await selectCampaigns(ctx).where(eq(campaigns.id, id))
  return found(row, 'Campaign')
}

export async function getCampaign(ctx: Ctx, { id }: { id: string }): Promise<ReviewCampaign> {
  return (await toCampaigns(ctx, [await campaignById(ctx, id)]))[0]!
}

/** Tags of the church's own fields are known here alone. */
async function requireWords(ctx: Ctx, { subject, content }: { subject: string; content: string }): Promise<void> {
  const keys = await tagKeys(ctx)
  const problem = lintTags(withoutReviewLink(content), keys)
  if (problem) throw invalid('content', problem)
  const other = lintTags(subject, keys)
  if (other) throw invalid('subject', other)
}

/** When it starts, by the church's clock; null: now. */
function startOf(ctx: Ctx, at: string | undefined): Date | null {
  if (!at) return null
  const start = momentAt(at, ctx.client.timeZone)
  if (start <= clock.now()) throw invalid('at', 'Please choose a time in the future')
  return start
}

/** Starts it, now or at its time. A code is there at once, and until it is closed. */
export async function createCampaign(ctx: Ctx, planned: NewReviewCampaign): Promise<ReviewCampaign> {
  const { sources, custom, at, ...words } = planned
  const targets = await resolveTargets(ctx, { sources, custom })
  const isCode = words.channel === 'qr'
  const scheduledFor = isCode ? null : startOf(ctx, at)
  if (!isCode) {
    await requireWords(ctx, words)
    await requireTopic(ctx, words.topic)
    await requireKnownAudience(ctx, words.audience!)
  }
  const [row] = await ctx.db
    .insert(campaigns)
    .values({
      ...words,
      audience: isCode ? null : words.audience,
      targets,
      scheduledFor,
      state: isCode ? 'sent' : 'scheduled',
      code: isCode ? newCode() : null,
      startedAt: isCode ? clock.now() : null,
      madeBy: userOf(ctx),
    })
    .onConflictDoNothing({ target: [campaigns.clientId, campaigns.id] })
    .returning()
  if (row && scheduledFor) await scheduleStart(ctx, reviewRequestKind, row.id, scheduledFor)
  else if (row && !isCode) await beginCampaign(ctx, reviewRequestKind, row)
  announce(ctx, 'campaigns', planned.id)
  announce(ctx, 'reviews')
  return getCampaign(ctx, planned)
}

export async function pause(ctx: Ctx, { id }: { id: string }): Promise<ReviewCampaign> {
  await pauseCampaign(ctx, reviewRequestKind, id)
  return getCampaign(ctx, { id })
}
export async function resume(ctx: Ctx, { id }: { id: string }): Promise<ReviewCampaign> {
  await resumeCampaign(ctx, reviewRequestKind, id)
  return getCampaign(ctx, { id })
}
/** What was sent can't be called back; the page of a code closes. */
export async function cancel(ctx: Ctx, { id }: { id: string }): Promise<ReviewCampaign> {
  const { code } = await campaignById(ctx, id)
  await cancelCampaign(ctx, reviewRequestKind, id, code ? ['sent'] : ['scheduled', 'sending', 'paused'])
  announce(ctx, 'reviews')
  return getCampaign(ctx, { id })
}

export async function drawCode(ctx: Ctx, { id }: { id: string }) {
  const { code } = await campaignById(ctx, id)
  return { svg: await drawQr(reviewUrl(found(code ?? undefined, 'QR code')), printDesign({})) }
}

/** Asks one person at once; what the rules refuse is refused with its reason, and nothing is kept of it. */
export async function askPerson(ctx: Ctx, request: NewRequest): Promise<ReviewRequest> {
  await requireWords(ctx, request)
  await requireTopic(ctx, request.topic)
  const row = await askOne(ctx, request)
  if (!row) throw new Failure('NOT_SENT', 'They have no number or address that may be written to.')
  const shown = await readRequest(ctx, row.id)
  if (shown.state === 'skipped') throw new Failure('NOT_SENT', `Not asked: ${shown.reason}.`)
  if (shown.state === 'cancelled')
    throw new Failure('NOT_SENT', 'Not sent: the account is suspended, or the monthly cap for texts is reached.')
  announce(ctx, 'reviews')
  return shown
}

/** No platform tells whose a review is: a member says so. */
export async function confirm(ctx: Ctx, { id, reviewId }: { id: string; reviewId: string | null }) {
  const request = found(await lockRequest(ctx, id), 'Review request')
  if (request.state !== 'written') throw new Failure('NOT_SENT', 'It was not sent.')
  if (reviewId) {
    const [review] = await ctx.db.select({ id: reviews.id }).from(reviews).where(eq(reviews.id, reviewId))
    found(review, 'Review')
  }
  const confirmed = { reviewedAt: request.reviewedAt ?? clock.now(), confirmedBy: userOf(ctx), reviewId }
  await ctx.db.update(reviewRequests).set(confirmed).where(eq(reviewRequests.id, id))
  announce(ctx, 'reviews')
  return readRequest(ctx, id)
}

export async function unconfirm(ctx: Ctx, { id }: { id: string }) {
  found(await lockRequest(ctx, id), 'Review request')
  const undone = { reviewedAt: null, confirmedBy: null, reviewId: null }
  await ctx.db.update(reviewRequests).set(undone).where(eq(reviewRequests.id, id))
  announce(ctx, 'reviews')
  return readRequest(ctx, id)
}
