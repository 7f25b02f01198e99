import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { isSuspended } from '#messaging/send-policy/service.ts'
import { isBatchDone } from '#messaging/service/batches.ts'
import { holdCampaign } from '#messaging/service/campaign-lock.ts'
import { send } from '#messaging/service.ts'
import { addAllToTimeline } from '#people/notes/service.ts'
import type { CampaignKind, CampaignRow, RecipientRow, Written } from './kinds.ts'
import { changeCampaign, holdRow } from './rows.ts'

/** `later`: it goes on then. `problem`: it must be paused for that. */
export type BatchResult =
  | { next: 'more' | 'done' | 'suspended' }
  | { next: 'later'; at: Date }
  | { next: 'stop'; problem: string }

/**
 * Writes the next recipients' messages into the outbox, past the send policy. A recipient who is claimed here is not claimed
 * by another worker, and their message is written in the same transaction: nobody is lost and nobody gets two.
 */
export async function writeBatch<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  campaignId: string,
): Promise<BatchResult> {
  // Held for this batch: a pause comes before or after it, never in between.
  await holdCampaign(ctx, campaignId)
  const campaign = await holdRow(ctx, kind, campaignId, 'share')
  if (campaign?.state !== 'sending') return { next: 'done' }
  if (campaign.opensAt && campaign.opensAt > clock.now()) return { next: 'later', at: campaign.opensAt }
  if (await isSuspended(ctx)) return { next: 'suspended' }
  const allowance = await kind.allowance?.(ctx, campaign)
  const room = Math.min(allowance?.room ?? kind.batchSize, kind.batchSize)
  const recipients = await nextRecipients(ctx, kind, campaign, Math.max(room, 1))
  if (recipients.length === 0) {
    const at = await kind.nextDue?.(ctx, campaign)
    return at ? { next: 'later', at } : { next: 'done' }
  }
  if (allowance && room === 0) return { next: 'later', at: allowance.until }
  const messages = await kind.compose(ctx, campaign, recipients)
  const problem = await kind.refuse?.(ctx, campaign, messages)
  if (problem) return { next: 'stop', problem }
  const sent = await send(ctx, messages)
  const written = recipients.map((recipient, i) => ({ recipient, message: messages[i]!, sent: sent[i]! }))
  await (kind.recordWritten ? kind.recordWritten(ctx, campaign, written) : markWritten(ctx, kind, written))
  if (kind.timelineKind) await addToTimelines(ctx, kind, campaign, recipients)
  announce(ctx, 'campaigns', campaignId)
  return { next: 'more' }
}

/** Held until the commit; of two versions, only those for whom it is known which one they get. */
async function nextRecipients<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  campaign: Row,
  limit: number,
): Promise<R[]> {
  const { recipients } = kind
  const rows = await ctx.db
    .select()
    .from(recipients)
    .where(
      and(
        eq(recipients.campaignId, campaign.id),
        eq(recipients.state, 'waiting'),
        campaign.split && !campaign.splitDecidedAt ? isNotNull(recipients.arm) : undefined,
        kind.due?.(),
      ),
    )
    .orderBy(asc(recipients.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  return rows as unknown as R[]
}

/** Marks recipients as written, each with its message. */
export async function markWritten<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  { recipients }: Pick<CampaignKind<Row, R>, 'recipients'>,
  written: Written<R>[],
): Promise<void> {
  const pairs = written.map(({ recipient, sent }) => ({ id: recipient.id, message: sent.id ?? null }))
  await ctx.db.execute(sql`
    update ${recipients} r set state = 'written', message_id = w.message
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) w(id uuid, message uuid) where r.id = w.id`)
}

/** People who got it find it among what happened with them. */
const addToTimelines = <Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  { timelineKind, recipients }: CampaignKind<Row, R>,
  { id, name }: Row,
  readers: R[],
) =>
  addAllToTimeline(
    ctx,
    timelineKind!,
    { campaignId: id, name },
    sql`select r.person_id, 'campaign:' || r.campaign_id as source_key from ${recipients} r
      join messages m on m.client_id = r.client_id and m.id = r.message_id and m.state <> 'skipped'
      where r.id = any(${sql.param(readers.map(reader => reader.id))}::uuid[])`,
  )

/** Whether nothing of it is still to be written or to be sent. */
async function isOver<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  { recipients }: CampaignKind<Row, R>,
  campaignId: string,
): Promise<boolean> {
  const [waiting] = await ctx.db
    .select({ id: recipients.id })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), eq(recipients.state, 'waiting')))
    .limit(1)
  return !waiting && isBatchDone(ctx, campaignId)
}

/** Ends a campaign once everything of it was sent or came to nothing. */
export async function finishCampaign<Row extends CampaignRow, R extends RecipientRow>(
  ctx: Ctx,
  kind: CampaignKind<Row, R>,
  campaignId: string,
): Promise<void> {
  // Asked before the campaign is held: thousands of handfuls end while it is being written.
  if (!(await isOver(ctx, kind, campaignId))) return
  const campaign = await holdRow(ctx, kind, campaignId)
  if (campaign?.state !== 'sending' || (campaign.opensAt && campaign.opensAt > clock.now())) return
  if (!(await isOver(ctx, kind, campaignId))) return
  await changeCampaign(ctx, kind, campaignId, {
    state: 'sent',
    finishedAt: clock.now(),
    problem: null,
  } as Partial<Row>)
}
