import { sql } from 'drizzle-orm'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { emit, enqueue } from '#kernel/jobs.ts'
import { compareVersions, startCampaign, writeCampaign } from '../tasks.ts'
import { requestApproval } from './approval.ts'
import type { CampaignKind, CampaignRow, RecipientRow } from './kinds.ts'
import { changeCampaign, holdRow } from './rows.ts'

/** Two machines' clocks differ: one that starts this early is due. Milliseconds. */
const GRACE = 60_000

/** Sees to it that a campaign starts at that instant. Said again for another one, it starts then. */
export async function scheduleStart<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  campaignId: string,
  at: Date,
): Promise<void> {
  await emit(ctx, kind.scheduled, { campaignId, at: at.toISOString() })
  await enqueue(ctx, startCampaign, { campaignId }, { after: at })
}

/** Lets a campaign go on whose recipients are frozen: from `at` on, or at once. */
export async function continueSending<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  campaignId: string,
  at?: Date,
): Promise<void> {
  await emit(ctx, kind.started, { campaignId, ...(at && { at: at.toISOString() }) })
  await enqueue(ctx, writeCampaign, { campaignId }, at && at > clock.now() ? { after: at } : {})
}

/** Lets the next batch be written from then on, or at once: someone has become due, or there is room. */
export async function writeNextBatch(ctx: Ctx, campaignId: string, at?: Date): Promise<void> {
  await enqueue(ctx, writeCampaign, { campaignId }, at && at > clock.now() ? { after: at } : {})
}

/** Freezes who gets it and begins; nothing is written before `opensAt`. The caller holds the row and has looked at its state. */
export async function beginCampaign<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  campaign: Row,
  opensAt = clock.now(),
): Promise<void> {
  if ((await kind.freeze(ctx, campaign)) === 0) throw new Failure('NOBODY')
  const startedAt = clock.now()
  const { split } = campaign
  if (split) {
    await drawVersions(ctx, kind, campaign.id, split.share)
    await enqueue(ctx, compareVersions, { campaignId: campaign.id }, { after: comparedAt(split, opensAt) })
  }
  const begun = { state: 'sending', startedAt, problem: null, ...(kind.hasUndo ? { opensAt } : { scheduledFor: null }) }
  await changeCampaign(ctx, kind, campaign.id, {
    ...(begun as unknown as Partial<Row>),
    ...(await kind.onStart?.(ctx, campaign, opensAt)),
  })
  await continueSending(ctx, kind, campaign.id, opensAt)
}

export const comparedAt = (split: { hours: number }, since: Date) => new Date(since.getTime() + hours(split.hours))

/** Puts so many percent into two halves by lot; the rest waits until it is known which version it gets. */
const drawVersions = <Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  { recipients }: CampaignKind<Row, R>,
  campaignId: string,
  share: number,
) =>
  ctx.db.execute(sql`
    update ${recipients} r set arm = case when o.n % 2 = 0 then 'a' else 'b' end
    from (
      select id, row_number() over (order by md5(id::text), id) as n, count(*) over () as total
      from ${recipients} where campaign_id = ${campaignId} and state = 'waiting'
    ) o where o.id = r.id and o.n <= ceil(o.total * ${share} / 100.0)`)

/**
 * Starts what was to start by now; what can't says why.
 * @returns when it is due, where that is later
 */
export async function startScheduled<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  campaignId: string,
): Promise<Date | null> {
  const campaign = await holdRow(ctx, kind, campaignId)
  // Moved, canceled or deleted since.
  if (campaign?.state !== 'scheduled' || campaign.deletedAt || !campaign.scheduledFor) return null
  if (campaign.scheduledFor.getTime() > clock.ms() + GRACE) return campaign.scheduledFor
  try {
    // More than were meant are reached by now, and nobody has approved that.
    if (await mustBeApproved(ctx, kind, campaign)) await requestApproval(ctx, kind, campaign)
    else await beginCampaign(ctx, kind, campaign)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await failToStart(ctx, kind, campaignId, kind.startProblems[error.code] ?? error.message)
  }
  return null
}

async function mustBeApproved<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  { approval }: CampaignKind<Row, R>,
  campaign: Row,
): Promise<boolean> {
  const isApproved = 'reviewedBy' in campaign && campaign.reviewedBy !== null
  return approval !== undefined && !isApproved && approval.isNeeded(ctx, campaign)
}

async function failToStart<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  campaignId: string,
  problem: string,
): Promise<void> {
  const changes =
    kind.afterFailedStart === 'draft'
      ? { state: 'draft', scheduledFor: null, problem }
      : { state: 'cancelled', finishedAt: clock.now(), problem }
  await changeCampaign(ctx, kind, campaignId, changes as unknown as Partial<Row>)
}
