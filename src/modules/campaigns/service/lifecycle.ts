import { and, eq, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { momentAt } from '#messaging/rules/local-clock.ts'
import { isSuspended, suspensionMessage } from '#messaging/send-policy/service.ts'
import { cancelBatch, detachFailedMessages, holdBatch, releaseBatch } from '#messaging/service/batches.ts'
import { type Review, recordReview } from './approval.ts'
import type { CampaignKind, CampaignRow, RecipientRow } from './kinds.ts'
import { changeCampaign, holdRow, lockedCampaign } from './rows.ts'
import { beginCampaign, comparedAt, continueSending, scheduleStart } from './starting.ts'

/** Nothing further is sent. Said twice, it is paused once. */
export async function pauseCampaign<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  id: string,
): Promise<Row> {
  const before = await lockedCampaign(ctx, kind, id)
  if (before.state !== 'sending') return before
  await holdBatch(ctx, id)
  return changeCampaign(ctx, kind, id, { state: 'paused' } as Partial<Row>)
}

export async function resumeCampaign<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  id: string,
): Promise<Row> {
  const before = await lockedCampaign(ctx, kind, id)
  if (before.state !== 'paused') return before
  await releaseBatch(ctx, id)
  await continueSending(ctx, kind, id)
  // What a channel counts against it from now on is what is sent from now on.
  const reopened = kind.hasUndo ? { opensAt: clock.now() } : {}
  return changeCampaign(ctx, kind, id, { ...reopened, state: 'sending', problem: null } as unknown as Partial<Row>)
}

/** What was sent can't be called back; the rest stays. `states`: those in which it can be canceled. */
export async function cancelCampaign<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  id: string,
  states: readonly string[] = ['sending', 'paused'],
): Promise<Row> {
  const before = await lockedCampaign(ctx, kind, id)
  if (!states.includes(before.state)) return before
  await cancelBatch(ctx, id)
  const { recipients } = kind
  await ctx.db.execute(
    sql`update ${recipients} set state = 'cancelled' where campaign_id = ${id} and state = 'waiting'`,
  )
  return changeCampaign(ctx, kind, id, { state: 'cancelled', finishedAt: clock.now() } as unknown as Partial<Row>)
}

/** Pauses a campaign that must not go on, and tells the people who answer for it, once. */
export async function stopCampaign<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  campaignId: string,
  problem: string,
): Promise<void> {
  const campaign = await holdRow(ctx, kind, campaignId)
  if (campaign?.state !== 'sending') return
  await changeCampaign(ctx, kind, campaignId, { state: 'paused', problem } as Partial<Row>)
  await kind.onStopped?.(ctx, campaign)
}

/** Campaigns that are being sent pause while the account is suspended, so that no recipient is skipped for it. */
export async function pauseWhileSuspended(ctx: Ctx, kinds: readonly CampaignKind[]): Promise<void> {
  if (!(await isSuspended(ctx))) return
  for (const { campaigns } of kinds) {
    const { rows } = await ctx.db.execute<{ id: string }>(
      sql`update ${campaigns} set state = 'paused', problem = ${suspensionMessage} where state = 'sending' returning id`,
    )
    for (const { id } of rows) {
      await holdBatch(ctx, id)
      announce(ctx, 'campaigns', id)
    }
  }
}

/** When its versions are to be compared; null: they were, or nobody waits for it. */
export async function comparisonDue<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  campaignId: string,
): Promise<Date | null> {
  const campaign = await holdRow(ctx, kind, campaignId)
  return campaign?.split && campaign.startedAt && !campaign.splitDecidedAt
    ? comparedAt(campaign.split, campaign.startedAt)
    : null
}

/** At the time that was set: names the better version or none, and lets the rest go. Said twice, it is done once. */
export async function decideSplit<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  campaignId: string,
): Promise<void> {
  const campaign = await holdRow(ctx, kind, campaignId)
  if (!campaign?.split || campaign.splitDecidedAt || campaign.state === 'cancelled') return
  const { winner, sides } = await kind.compare(ctx, campaign)
  const { recipients } = kind
  await ctx.db.execute(sql`
    update ${recipients} set arm = ${winner ?? campaign.split.otherwise}
    where campaign_id = ${campaignId} and state = 'waiting' and arm is null`)
  const decided = { splitDecidedAt: clock.now(), winner, sides }
  await changeCampaign(ctx, kind, campaignId, decided as unknown as Partial<Row>)
  if (campaign.state === 'sending') await continueSending(ctx, kind, campaignId)
}

/** The second person's approval: it begins, or waits for its time. `check` may still refuse. */
export async function approveCampaign<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  review: Review,
  check: (campaign: Row) => Promise<void> = async () => {},
): Promise<void> {
  const row = await recordReview(ctx, kind, review, true)
  if (!row) return
  await check(row)
  const { isImmediate, undoMs } = kind.approval!
  if (isImmediate(row)) await beginCampaign(ctx, kind, row, new Date(clock.ms() + undoMs))
  else await planApproved(ctx, kind, row)
}

async function planApproved<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  { id, localTime, scheduledFor }: Row,
): Promise<void> {
  const last = localTime ? momentAt(localTime, ctx.client.timeZone) : scheduledFor!
  if (last <= clock.now()) throw new Failure('PAST')
  // By the recipients' clocks the first may be due already.
  const at = new Date(Math.max(scheduledFor!.getTime(), clock.ms() + 1_000))
  await changeCampaign(ctx, kind, id, { scheduledFor: at } as unknown as Partial<Row>)
  await scheduleStart(ctx, kind, id, at)
}

/** Lets recipients get it once more whose delivery failed for a while; `again` selects `id` and `message_id`. */
export async function retryRecipients<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  id: string,
  again: ReturnType<typeof sql>,
): Promise<number> {
  const { recipients, campaigns } = kind
  const { rows } = await ctx.db.execute<{ id: string; message_id: string }>(sql`
    with again as (${again})
    update ${recipients} r set state = 'waiting', message_id = null from again where r.id = again.id
    returning r.id, again.message_id`)
  if (rows.length === 0) return 0
  await detachFailedMessages(
    ctx,
    rows.map(row => ({ id: row.message_id })),
  )
  await ctx.db
    .update(campaigns)
    .set({ state: 'sending', finishedAt: null } as object)
    .where(and(eq(campaigns.id, id), eq(campaigns.state, 'sent')))
  await continueSending(ctx, kind, id)
  announce(ctx, 'campaigns', id)
  return rows.length
}
