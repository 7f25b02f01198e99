import { inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Allowance, Written } from '#campaigns/service/kinds.ts'
import { markWritten } from '#campaigns/service/sending.ts'
import { slugOf } from '#clients/rules.ts'
import { read as churchOf } from '#clients/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { domainOf, sendingShareOf, useSendingShare } from '#messaging/domains/service.ts'
import type { TagValues } from '#messaging/rules/merge-tags.ts'
import type { SkipReason } from '#messaging/send-policy/rules/reasons.ts'
import { checkRecipients } from '#messaging/send-policy/service.ts'
import type { NewMessage } from '#messaging/service.ts'
import { churchTags } from '#people/service/church-tags.ts'
import { people } from '#people/tables.ts'
import { newsletterComposer, newsletterLinks, requireComplete } from '../../newsletters/service/rendering.ts'
import { addressLine } from '../../rules/address.ts'
import { clickCounting, openMark, type RecipientFacts, renderRecipients } from '../../service/rendering.ts'
import { allSubscribers } from '../../subscribers/service.ts'
import { type emailCampaigns, emailRecipients } from '../../tables.ts'
import { preferencesUrl, unsubscribeUrl } from '../../unsubscribe/service.ts'
import { freezeChurchCampaign, startedCampaign } from './starting.ts'

export type CampaignRow = typeof emailCampaigns.$inferSelect
export type Recipient = typeof emailRecipients.$inferSelect

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

/** Freezes who gets a newsletter, or a church's campaign. The caller holds the row and has looked at its state. */
export async function freezeRecipients(ctx: Ctx, campaign: CampaignRow): Promise<number> {
  if (campaign.audience) return freezeChurchCampaign(ctx, campaign)
  await requireComplete(ctx, campaign)
  const { businessAddress } = await commonValues(ctx, null)
  if (!businessAddress) throw new Failure('NO_ADDRESS')
  const { reached } = await audienceOf(ctx, campaign)
  if (reached === 0) return 0
  await ctx.db.execute(sql`
    insert into email_recipients (campaign_id, address, name)
    select ${campaign.id}::uuid, value, name from ${allSubscribers(campaign.topic)} where state = 'granted'
    on conflict do nothing`)
  return reached
}

/** What is fixed as it starts: its links, and its page on the web. */
export const startedValues = async (ctx: Ctx, campaign: CampaignRow): Promise<Partial<CampaignRow>> =>
  campaign.audience
    ? startedCampaign(ctx, campaign)
    : { links: await newsletterLinks(ctx, campaign), slug: await freeSlug(ctx, campaign.subject) }

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

/** The day's share of the domain that it is sent from; the server's own mail has none that it must keep. */
export async function allowanceOf(ctx: Ctx, { audience, fromAddress }: CampaignRow): Promise<Allowance | null> {
  return audience ? sendingShareOf(ctx, domainOf(fromAddress), true) : null
}

/** Marks recipients as written, and takes what leaves off the day's share. */
export async function recordWritten(
  ctx: Ctx,
  { audience, fromAddress }: CampaignRow,
  written: Written<Recipient>[],
): Promise<void> {
  const leaving = written.filter(({ sent }) => sent.state === 'queued').length
  if (audience) await useSendingShare(ctx, domainOf(fromAddress), leaving)
  await markWritten(ctx, { recipients: emailRecipients }, written)
}

/** Of a campaign by each reader's clock, who is due by now. */
export const isDue = () => or(isNull(emailRecipients.dueAt), lte(emailRecipients.dueAt, clock.now()))!

/** When it is the turn of the next reader, by their own clock. */
export async function nextDue(ctx: Ctx, { id, localTime }: CampaignRow): Promise<Date | null> {
  if (!localTime) return null
  const { rows } = await ctx.db.execute<{ next: string | null }>(sql`
    select min(due_at) as next from email_recipients where campaign_id = ${id} and state = 'waiting' and due_at > ${clock.now().toISOString()}`)
  return rows[0]?.next ? new Date(rows[0].next) : null
}

/** One mail for each of them. */
export async function composeMails(ctx: Ctx, campaign: CampaignRow, readers: Recipient[]): Promise<NewMessage[]> {
  if (!campaign.audience) return lettersOf(ctx, campaign, readers)
  return renderRecipients(ctx, campaign, await withNames(ctx, readers))
}

/** By the name that the person has now; of someone who is none, by the one that was frozen. */
async function withNames(ctx: Ctx, readers: Recipient[]): Promise<RecipientFacts[]> {
  const ids = readers.flatMap(({ personId }) => personId ?? [])
  const rows = await ctx.db
    .select({ id: people.id, nickName: people.nickName, firstName: people.firstName, lastName: people.lastName })
    .from(people)
    .where(inArray(people.id, ids))
  const known = new Map(rows.map(row => [row.id, row]))
  return readers.map(reader => {
    const names = namesOf(reader.name)
    const person = known.get(reader.personId ?? '')
    return {
      ...reader,
      firstName: person ? person.nickName || person.firstName : (names.firstName ?? ''),
      lastName: person ? person.lastName : (names.lastName ?? ''),
    }
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
