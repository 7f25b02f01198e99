import { and, eq, sql } from 'drizzle-orm'
import { slugOf } from '#clients/rules.ts'
import { read as churchOf } from '#clients/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { domainOf, sendingShareOf, useSendingShare } from '#messaging/domains/service.ts'
import type { TagValues } from '#messaging/rules/merge-tags.ts'
import type { SkipReason } from '#messaging/send-policy/rules/reasons.ts'
import { checkRecipients, isSuspended } from '#messaging/send-policy/service.ts'
import { isBatchDone } from '#messaging/service/batches.ts'
import { holdCampaign } from '#messaging/service/campaign-lock.ts'
import { type NewMessage, send } from '#messaging/service.ts'
import { addAllToTimeline } from '#people/notes/service.ts'
import { churchTags } from '#people/service/church-tags.ts'
import { campaignStarted, campaignWaits } from '../../events.ts'
import { newsletterComposer, newsletterLinks, requireComplete } from '../../newsletters/service/rendering.ts'
import { addressLine } from '../../rules/address.ts'
import { clickCounting, openMark, type RecipientFacts, renderRecipients } from '../../service/rendering.ts'
import { allSubscribers } from '../../subscribers/service.ts'
import { emailCampaigns, emailRecipients } from '../../tables.ts'
import { preferencesUrl, unsubscribeUrl } from '../../unsubscribe/service.ts'
import { startCampaign } from './starting.ts'

export type CampaignRow = typeof emailCampaigns.$inferSelect
/** So many are written in one transaction: a worker that is stopped leaves none half done. */
const BATCH = 200

export const archiveUrl = (slug: string | null) => `${env.publicUrl}/newsletter${slug ? `/${slug}` : ''}`

/** A name as tags want it: what stands before the last space is the first name. */
export function namesOf(name: string): TagValues {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const lastName = words.length > 1 ? words.at(-1)! : ''
  return { name: words.join(' '), firstName: words.slice(0, Math.max(words.length - 1, 1)).join(' '), lastName }
}

/** What every recipient of this account's newsletters reads alike. */
export async function commonValues(ctx: Ctx, slug: string | null): Promise<TagValues> {
  const { address } = await churchOf(ctx)
  return { ...(await churchTags(ctx)), businessAddress: addressLine(address), archiveLink: archiveUrl(slug) }
}

interface Subscriber extends Record<string, unknown> {
  value: string
  name: string
}

/** Who opted in, and whom the gate would let through now. */
export async function audienceOf(ctx: Ctx, campaign: CampaignRow) {
  const { rows } = await ctx.db.execute<Subscriber>(
    sql`select value, name from ${allSubscribers(campaign.topic)} where state = 'granted'`,
  )
  const compose = await newsletterComposer(ctx, campaign)
  const common = await commonValues(ctx, 'a')
  // Whether words are missing depends on which parts of the name are known, not on the name.
  const missingFor = new Map<string, readonly string[]>()
  const missingOf = ({ name, value }: Subscriber) => {
    const names = namesOf(name)
    const key = `${Boolean(names.firstName)} ${Boolean(names.lastName)}`
    if (!missingFor.has(key))
      missingFor.set(
        key,
        compose({ ...common, businessAddress: 'x', ...names, email: value, unsubscribeLink: 'x', preferencesLink: 'x' })
          .missing,
      )
    return missingFor.get(key)!
  }
  const { topic } = campaign
  const verdicts = await checkRecipients(
    ctx,
    rows.map(row => ({ channel: 'email', recipient: row.value, purpose: 'marketing', topic, missing: missingOf(row) })),
  )
  const excluded: Partial<Record<SkipReason, number>> = {}
  for (const verdict of verdicts)
    if (verdict.go === 'skip') excluded[verdict.reason] = (excluded[verdict.reason] ?? 0) + 1
  return { total: rows.length, reached: verdicts.filter(({ go }) => go === 'send').length, excluded }
}

/** Freezes who gets it and begins. The caller holds the campaign's row and has looked at its state. */
export async function freezeRecipients(ctx: Ctx, campaign: CampaignRow): Promise<void> {
  if (campaign.audience) return startCampaign(ctx, campaign)
  await requireComplete(ctx, campaign)
  const { businessAddress } = await commonValues(ctx, null)
  if (!businessAddress) throw new Failure('NO_ADDRESS')
  const { reached } = await audienceOf(ctx, campaign)
  if (reached === 0) throw new Failure('NOBODY')
  await ctx.db.execute(sql`
    insert into email_recipients (campaign_id, address, name)
    select ${campaign.id}::uuid, value, name from ${allSubscribers(campaign.topic)} where state = 'granted'
    on conflict do nothing`)
  await ctx.db
    .update(emailCampaigns)
    .set({
      state: 'sending',
      startedAt: clock.now(),
      scheduledFor: null,
      problem: null,
      links: await newsletterLinks(ctx, campaign),
      slug: await freeSlug(ctx, campaign.subject),
    })
    .where(eq(emailCampaigns.id, campaign.id))
  await emit(ctx, campaignStarted, { campaignId: campaign.id })
}

async function freeSlug(ctx: Ctx, subject: string): Promise<string> {
  const wanted = `${clock.now().toISOString().slice(0, 10)}-${slugOf(subject.replace(/\{[^}]*\}/g, ' '))}`
  const { rows } = await ctx.db.execute<{ slug: string }>(
    sql`select slug from email_campaigns where slug = ${wanted} or slug like ${`${wanted}-%`}`,
  )
  const taken = new Set(rows.map(row => row.slug))
  for (let n = 1; ; n++) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`
    if (!taken.has(slug)) return slug
  }
}

/**
 * Writes the next recipients' mails into the outbox, past the gate. A recipient who is claimed here is not claimed by another
 * worker, and their message is written in the same transaction: nobody is lost and nobody gets two.
 */
export async function writeBatch(ctx: Ctx, campaignId: string): Promise<'more' | 'done' | 'barred'> {
  // Held for this batch: a pause comes before or after it, never in between.
  await holdCampaign(ctx, campaignId)
  const [campaign] = await ctx.db.select().from(emailCampaigns).where(eq(emailCampaigns.id, campaignId)).for('share')
  if (campaign?.state !== 'sending') return 'done'
  if (await isSuspended(ctx)) return 'barred'
  const domain = domainOf(campaign.fromAddress)
  const share = campaign.audience ? await sendingShareOf(ctx, domain, true) : null
  const room = Math.min(share?.room ?? BATCH, BATCH)
  const readers = await nextReaders(ctx, campaign, Math.max(room, 1))
  if (readers.length === 0) return waitForClocks(ctx, campaign)
  if (room === 0) {
    await emit(ctx, campaignWaits, { campaignId, at: share!.until.toISOString() })
    return 'done'
  }
  const letters = campaign.audience
    ? await renderRecipients(ctx, campaign, readers)
    : await lettersOf(ctx, campaign, readers)
  const written = await send(ctx, letters)
  if (share) await useSendingShare(ctx, domain, written.filter(({ state }) => state === 'queued').length)
  const pairs = JSON.stringify(readers.map(({ id }, i) => ({ id, message: written[i]!.id ?? null })))
  await ctx.db.execute(sql`
    update email_recipients r set state = 'written', message_id = w.message
    from jsonb_to_recordset(${pairs}::jsonb) w(id uuid, message uuid) where r.id = w.id`)
  if (campaign.audience) await onTimeline(ctx, campaign, readers)
  return 'more'
}

/** The remaining recipients are not due yet: it continues when the next of them is. */
async function waitForClocks(ctx: Ctx, { id, localTime }: CampaignRow): Promise<'done'> {
  if (!localTime) return 'done'
  const { rows } = await ctx.db.execute<{ next: string | null }>(sql`
    select min(due_at) as next from email_recipients where campaign_id = ${id} and state = 'waiting' and due_at > ${clock.now().toISOString()}`)
  const next = rows[0]?.next
  if (next) await emit(ctx, campaignWaits, { campaignId: id, at: new Date(next).toISOString() })
  return 'done'
}

/** Who got it finds it among what happened with them. */
const onTimeline = (ctx: Ctx, { id, name }: CampaignRow, readers: { id: string }[]) =>
  addAllToTimeline(
    ctx,
    'campaign.email',
    { campaignId: id, name },
    sql`select r.person_id, 'campaign:' || r.campaign_id as source_key from email_recipients r
      join messages m on m.client_id = r.client_id and m.id = r.message_id and m.state <> 'skipped'
      where r.id = any(${sql.param(readers.map(reader => reader.id))}::uuid[])`,
  )

/** Held until the commit; of two versions, only those for whom it is known which one they get. */
async function nextReaders(ctx: Ctx, campaign: CampaignRow, limit: number): Promise<RecipientFacts[]> {
  const known = campaign.split && !campaign.decidedAt ? sql`and r.arm is not null` : sql``
  const { rows } = await ctx.db.execute<
    Record<string, unknown> &
      Omit<RecipientFacts, 'firstName' | 'lastName'> & { first: string | null; last: string | null }
  >(sql`
    select r.id, r.address, r.name, r.arm, r.person_id as "personId", coalesce(nullif(p.nick_name, ''), p.first_name) as first, p.last_name as last
    from email_recipients r left join people p on p.client_id = r.client_id and p.id = r.person_id
    where r.campaign_id = ${campaign.id} and r.state = 'waiting' ${known}
      and (r.due_at is null or r.due_at <= ${clock.now().toISOString()})
    order by r.id limit ${limit} for update of r skip locked`)
  return rows.map(({ first, last, ...row }) => {
    const names = namesOf(row.name)
    return { ...row, firstName: first ?? names.firstName ?? '', lastName: last ?? names.lastName ?? '' }
  })
}

async function lettersOf(
  ctx: Ctx,
  campaign: CampaignRow,
  readers: { id: string; address: string; name: string }[],
): Promise<NewMessage[]> {
  const { id: batchId, topic, senderName, replyTo } = campaign
  const compose = await newsletterComposer(ctx, campaign, clickCounting(campaign.links))
  const common = await commonValues(ctx, campaign.slug)
  return readers.map(({ id, address, name }) => {
    const url = unsubscribeUrl({ c: ctx.client.id, a: address, t: topic, r: id })
    const preferencesLink = preferencesUrl({ c: ctx.client.id, a: address, t: topic, r: id })
    const values = { ...common, ...namesOf(name), email: address, unsubscribeLink: url, preferencesLink }
    const letter = compose(values, openMark(id))
    return {
      ...letter,
      channel: 'email',
      purpose: 'marketing',
      kind: 'newsletter',
      to: address,
      toName: name,
      topic,
      senderName: senderName || common.businessName,
      replyTo,
      batchId,
      unsubscribeUrl: url,
      dedupeKey: `campaign:${batchId}:${address}`,
    }
  })
}

/** Whether nothing of it is still to be written or to leave. */
async function isOver(ctx: Ctx, campaignId: string): Promise<boolean> {
  const [waiting] = await ctx.db
    .select({ id: emailRecipients.id })
    .from(emailRecipients)
    .where(and(eq(emailRecipients.campaignId, campaignId), eq(emailRecipients.state, 'waiting')))
    .limit(1)
  return !waiting && isBatchDone(ctx, campaignId)
}

/** Ends a campaign once everything of it has left or come to nothing. */
export async function finishCampaign(ctx: Ctx, campaignId: string): Promise<void> {
  // Asked before the campaign is held: thousands of handfuls end while it is being written.
  if (!(await isOver(ctx, campaignId))) return
  const [campaign] = await ctx.db.select().from(emailCampaigns).where(eq(emailCampaigns.id, campaignId)).for('update')
  if (campaign?.state !== 'sending' || !(await isOver(ctx, campaignId))) return
  await ctx.db
    .update(emailCampaigns)
    .set({ state: 'sent', finishedAt: clock.now() })
    .where(eq(emailCampaigns.id, campaignId))
}

/** Starts what was to start by now; what can't goes back to the drafts and says why. */
export async function startScheduled(ctx: Ctx, campaignId: string): Promise<void> {
  const [campaign] = await ctx.db.select().from(emailCampaigns).where(eq(emailCampaigns.id, campaignId)).for('update')
  // Moved, canceled or deleted since; a minute's grace, since two machines' clocks differ.
  const due = campaign?.scheduledFor && campaign.scheduledFor.getTime() <= clock.ms() + 60_000
  if (campaign?.state !== 'scheduled' || campaign.deletedAt || !due) return
  try {
    await freezeRecipients(ctx, campaign)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await ctx.db
      .update(emailCampaigns)
      .set({ state: 'draft', scheduledFor: null, problem: refusalWords[error.code] ?? error.message })
      .where(eq(emailCampaigns.id, campaignId))
  }
}

const refusalWords: Record<string, string> = {
  NO_ADDRESS: 'Not sent on schedule: the postal address was missing.',
  NOBODY: 'Not sent on schedule: nobody would have received it.',
  NOT_READY: 'Not sent on schedule: something was missing.',
}
