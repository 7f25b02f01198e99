import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { momentAt } from '#messaging/rules/local-clock.ts'
import { lookUps } from '#messaging/rules/merge-tags.ts'
import { measure } from '#messaging/rules/segments.ts'
import { isSuspended } from '#messaging/send-policy/service.ts'
import { isBatchDone } from '#messaging/service/batches.ts'
import { holdCampaign } from '#messaging/service/campaign-lock.ts'
import { type NewMessage, send } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { freezeAudience } from '#people/audience/service.ts'
import { tagValues } from '#people/fields/service/field-tags.ts'
import { addAllToTimeline } from '#people/notes/service.ts'
import { churchTags } from '#people/service/church-tags.ts'
import { zonesByPerson } from '#people/service/time-zones.ts'
import { smsSplit, smsStarted } from '../../events.ts'
import { centsOf, segmentPrice } from '../../rules/cost.ts'
import { textFor } from '../../rules/message.ts'
import { withPoll } from '../../rules/poll.ts'
import { notifyOfCap } from '../../service/notices.ts'
import { lockCap, spentThisMonth } from '../../settings/service.ts'
import { smsCampaigns, smsRecipients } from '../../tables.ts'
import { draw } from './ab-test.ts'
import { needsApproval, requestApproval } from './approval-requests.ts'
import { shortenLinks, shortUrlsOf } from './links.ts'

export type CampaignRow = typeof smsCampaigns.$inferSelect
type Recipient = typeof smsRecipients.$inferSelect

/** So many are written in one transaction: a worker that is stopped leaves none half done, and a pause waits for one. */
const BATCH = 250

/** Freezes who gets it: one row for each number, however many share it. Returns how many. */
export async function freezeRecipients(ctx: Ctx, campaign: CampaignRow): Promise<number> {
  const { id, audience, topic } = campaign
  await freezeAudience(
    ctx,
    { audience, channel: 'sms', topic, campaign: { id, name: campaign.name } },
    rows => sql`
      insert into sms_recipients (campaign_id, number, person_id, name, first_name, last_name, left_out)
      select ${id}::uuid, value, person_id, name, coalesce(first_name, ''), coalesce(last_name, ''), reason
      from ${rows} on conflict (client_id, campaign_id, number) do nothing`,
  )
  await shortenLinks(ctx, campaign)
  return ctx.db.$count(smsRecipients, eq(smsRecipients.campaignId, id))
}

/** Writes the next recipients' texts into the outbox, past the gate; a recipient who is claimed here is not claimed by another worker. */
export async function writeBatch(ctx: Ctx, campaignId: string): Promise<'more' | 'done' | 'capped' | 'barred'> {
  // Held for this batch: a pause comes before or after it, never in between.
  await holdCampaign(ctx, campaignId)
  const [campaign] = await ctx.db.select().from(smsCampaigns).where(eq(smsCampaigns.id, campaignId)).for('share')
  if (campaign?.state !== 'sending' || (campaign.opensAt && campaign.opensAt > clock.now())) return 'done'
  if (await isSuspended(ctx)) return 'barred'
  const cap = await lockCap(ctx)
  const readers = await ctx.db
    .select()
    .from(smsRecipients)
    .where(
      and(
        eq(smsRecipients.campaignId, campaignId),
        eq(smsRecipients.state, 'waiting'),
        // The rest waits until it is known which version it gets.
        campaign.split && !campaign.decidedSplitAt ? isNotNull(smsRecipients.arm) : undefined,
      ),
    )
    .orderBy(asc(smsRecipients.id))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  if (readers.length === 0) return 'done'
  const texts = await textsOf(ctx, campaign, readers)
  const costs = texts.map(({ to, text }) => {
    const { segments } = measure(text)
    return { segments, cost: segments * segmentPrice(to, ctx.client.country) }
  })
  if (cap !== null) {
    const spent = await spentThisMonth(ctx)
    if (centsOf(spent + costs.reduce((sum, { cost }) => sum + cost, 0)) > cap) return 'capped'
  }
  await note(ctx, readers, await send(ctx, texts), costs)
  await onTimeline(ctx, campaign, readers)
  announce(ctx, 'campaigns', campaignId)
  return 'more'
}

async function note(
  ctx: Ctx,
  readers: Recipient[],
  written: Awaited<ReturnType<typeof send>>,
  costs: { segments: number; cost: number }[],
) {
  const rows = readers.map(({ id }, i) => {
    const leaves = written[i]!.state === 'queued'
    return { id, message: written[i]!.id ?? null, segments: costs[i]!.segments, cost: leaves ? costs[i]!.cost : 0 }
  })
  await ctx.db.execute(sql`
    update sms_recipients r set state = 'written', message_id = w.message, segments = w.segments, cost = w.cost,
      written_at = ${clock.now().toISOString()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w(id uuid, message uuid, segments int, cost bigint)
    where r.id = w.id`)
}

/** Who got it finds it among what happened with them. */
const onTimeline = (ctx: Ctx, { id, name }: CampaignRow, readers: Recipient[]) =>
  addAllToTimeline(
    ctx,
    'campaign.sms',
    { campaignId: id, name },
    sql`select r.person_id, 'campaign:' || r.campaign_id as source_key from sms_recipients r
      join messages m on m.client_id = r.client_id and m.id = r.message_id and m.state <> 'skipped'
      where r.id = any(${sql.param(readers.map(reader => reader.id))}::uuid[])`,
  )

/** Whom of these numbers a campaign has reached in the last 30 days: they know who writes. */
export async function knownAmong(ctx: Ctx, numbers: string[]): Promise<Set<string>> {
  const since = new Date(clock.ms() - days(30)).toISOString()
  const { rows } = await ctx.db.execute<{ recipient: string }>(sql`
    select distinct m.recipient from ${messages} m where m.client_id = ${ctx.client.id} and m.channel = 'sms'
      and m.purpose = 'marketing' and m.state in ('sent', 'delivered', 'queued', 'sending', 'held')
      and m.created_at > ${since} and m.recipient = any(${sql.param(numbers)}::text[])`)
  return new Set(rows.map(row => row.recipient))
}

async function textsOf(ctx: Ctx, campaign: CampaignRow, readers: Recipient[]): Promise<NewMessage[]> {
  const { id: batchId, topic, split, poll } = campaign
  const words = { a: withPoll(campaign.body, poll), b: split?.body ?? campaign.body }
  const ours = await churchTags(ctx)
  const known = await knownAmong(
    ctx,
    readers.map(reader => reader.number),
  )
  const shortFor = await shortUrlsOf(ctx, campaign, readers)
  const own = await tagValues(
    ctx,
    lookUps(words.a + words.b),
    readers.map(reader => reader.personId),
  )
  const momentOf = await momentsOf(ctx, campaign, readers)
  return readers.map(reader => {
    const { number, name, firstName, lastName, personId, arm } = reader
    const values = { name, firstName, lastName, ...ours, ...own(personId) }
    const short = shortFor(reader)
    const { text, missing } = textFor(words[arm ?? 'a'], values, { known: known.has(number), short })
    const at = momentOf(personId)
    return {
      ...{ channel: 'sms', purpose: 'marketing', kind: 'sms-campaign', to: number, toName: name, text, missing },
      urgent: campaign.urgentReason !== '',
      ...{ topic, batchId, dedupeKey: `campaign:${batchId}:${number}` },
      ...(at && at > clock.now() && { notBefore: at }),
    }
  })
}

/** The moment at which someone's own clock shows the time that was planned, where that is what was planned. */
async function momentsOf(ctx: Ctx, { mode, localTime }: CampaignRow, readers: Recipient[]) {
  if (mode !== 'local' || !localTime) return () => undefined
  const zones = await zonesByPerson(
    ctx,
    readers.map(reader => reader.personId),
  )
  return (personId: string | null) => momentAt(localTime, zones.get(personId ?? '') ?? ctx.client.timeZone)
}

/** Whether nothing of it is still to be written or to leave. */
async function isOver(ctx: Ctx, campaignId: string): Promise<boolean> {
  const [waiting] = await ctx.db
    .select({ id: smsRecipients.id })
    .from(smsRecipients)
    .where(and(eq(smsRecipients.campaignId, campaignId), eq(smsRecipients.state, 'waiting')))
    .limit(1)
  return !waiting && isBatchDone(ctx, campaignId)
}

/** Ends a campaign once everything of it has left or come to nothing. */
export async function finishCampaign(ctx: Ctx, campaignId: string): Promise<void> {
  // Asked before the campaign is held: thousands of handfuls end while it is being written.
  if (!(await isOver(ctx, campaignId))) return
  const [campaign] = await ctx.db.select().from(smsCampaigns).where(eq(smsCampaigns.id, campaignId)).for('update')
  if (campaign?.state !== 'sending' || (campaign.opensAt && campaign.opensAt > clock.now())) return
  if (!(await isOver(ctx, campaignId))) return
  await ctx.db
    .update(smsCampaigns)
    .set({ state: 'sent', finishedAt: clock.now(), problem: null })
    .where(eq(smsCampaigns.id, campaignId))
  announce(ctx, 'campaigns', campaignId)
}

/** The month's cap forbids the next batch: the campaign is paused, and those who are responsible for the account are told. */
export async function holdAtCap(ctx: Ctx, campaignId: string): Promise<void> {
  const [campaign] = await ctx.db.select().from(smsCampaigns).where(eq(smsCampaigns.id, campaignId)).for('update')
  if (campaign?.state !== 'sending') return
  await ctx.db
    .update(smsCampaigns)
    .set({ state: 'paused', problem: 'The monthly cap is reached. Raise it, or continue next month.' })
    .where(eq(smsCampaigns.id, campaign.id))
  await notifyOfCap(ctx, campaign)
  announce(ctx, 'campaigns', campaign.id)
}

/** Freezes and begins; the caller holds the campaign's row. Nothing leaves before `opensAt`. */
export async function beginCampaign(ctx: Ctx, campaign: CampaignRow, opensAt: Date): Promise<void> {
  const frozen = await freezeRecipients(ctx, campaign)
  if (frozen === 0) throw new Failure('NOBODY')
  const { split, poll } = campaign
  const pollEndsAt = poll ? new Date(opensAt.getTime() + hours(poll.hours)) : null
  if (split) {
    await draw(ctx, campaign.id, split.share)
    const at = new Date(opensAt.getTime() + hours(split.hours)).toISOString()
    await emit(ctx, smsSplit, { campaignId: campaign.id, at })
  }
  await ctx.db
    .update(smsCampaigns)
    .set({ state: 'sending', startedAt: clock.now(), opensAt, problem: null, pollEndsAt })
    .where(eq(smsCampaigns.id, campaign.id))
  await emit(ctx, smsStarted, { campaignId: campaign.id, at: opensAt.toISOString() })
  announce(ctx, 'campaigns', campaign.id)
}

/** More than were meant are reached by now, and nobody has approved that. */
async function mustAsk(ctx: Ctx, campaign: CampaignRow): Promise<boolean> {
  if (campaign.decidedBy || !(await needsApproval(ctx, campaign))) return false
  await requestApproval(ctx, campaign)
  announce(ctx, 'campaigns', campaign.id)
  return true
}

/** Starts what was to start by now; what can't says why. */
export async function startScheduled(ctx: Ctx, campaignId: string): Promise<void> {
  const [campaign] = await ctx.db.select().from(smsCampaigns).where(eq(smsCampaigns.id, campaignId)).for('update')
  // Moved or canceled since; a minute's grace, since two machines' clocks differ.
  const due = campaign?.scheduledFor && campaign.scheduledFor.getTime() <= clock.ms() + 60_000
  if (campaign?.state !== 'scheduled' || !due) return
  try {
    if (await mustAsk(ctx, campaign)) return
    await beginCampaign(ctx, campaign, clock.now())
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const problem = problems[error.code] ?? error.message
    await ctx.db
      .update(smsCampaigns)
      .set({ state: 'cancelled', finishedAt: clock.now(), problem })
      .where(eq(smsCampaigns.id, campaignId))
    announce(ctx, 'campaigns', campaignId)
  }
}

const problems: Record<string, string> = {
  NOBODY: 'Not sent on schedule: nobody would have received it.',
  NOT_FOUND: 'Not sent on schedule: a segment, tag or group of its recipients was deleted.',
}
