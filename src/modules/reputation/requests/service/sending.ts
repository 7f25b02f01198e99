import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Written } from '#campaigns/service/kinds.ts'
import { composeMail } from '#email/blocks/rules/compose.ts'
import { mailFrameOf, webUrl } from '#email/service/rendering.ts'
import { preferencesUrl, unsubscribeUrl } from '#email/unsubscribe/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { announce } from '#kernel/realtime.ts'
import { digest } from '#kernel/secrets.ts'
import { lookUps, type TagValues } from '#messaging/rules/merge-tags.ts'
import type { NewMessage } from '#messaging/service.ts'
import { tagValues } from '#people/fields/service/field-tags.ts'
import { churchTags } from '#people/service/church-tags.ts'
import { knownAmong, recordTextCosts } from '#sms/campaigns/service/sending.ts'
import { textFor } from '#sms/rules/message.ts'
import { withReviewLink } from '../rules/words.ts'
import { type reviewRequestCampaigns, reviewRequests } from '../tables.ts'
import { chooseRecipients, lockRequests } from './recipients.ts'

export type CampaignRow = typeof reviewRequestCampaigns.$inferSelect
export type RequestRow = typeof reviewRequests.$inferSelect

/** 96 bits: short enough for a text, and nobody guesses one. */
export const newCode = () => randomBytes(12).toString('base64url')
export const reviewUrl = (code: string) => `${env.publicUrl}/review/${code}`

/** Freezes who is asked and who is not. @returns how many wait */
export async function freezeRequests(ctx: Ctx, campaign: CampaignRow): Promise<number> {
  const { id, name, audience, channel, topic } = campaign
  if (!audience) return 0
  await lockRequests(ctx)
  const chosen = await chooseRecipients(ctx, { audience, channel, topic }, { id, name })
  await ctx.db.execute(sql`
    insert into review_requests (campaign_id, address, person_id, name, first_name, last_name, channel, skip_reason, state)
    select ${id}::uuid, c.address, c."personId", c.name, c."firstName", c."lastName", c.channel, c.reason,
      case when c.reason is null then 'waiting' else 'skipped' end
    from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb)
      c(address text, "personId" uuid, name text, "firstName" text, "lastName" text, channel text, reason text)
    on conflict (client_id, campaign_id, address) do nothing`)
  announce(ctx, 'reviews')
  return ctx.db.$count(reviewRequests, sql`campaign_id = ${id} and state = 'waiting'`)
}

/** A link of their own for each, of which only the digest is kept; the one in an earlier message goes on working. */
async function issueLinks(ctx: Ctx, requests: readonly RequestRow[]): Promise<Map<string, string>> {
  const codes = new Map(requests.map(({ id }) => [id, newCode()]))
  const rows = [...codes].map(([id, code]) => ({ id, digest: digest(code) }))
  await ctx.db.execute(sql`
    update review_requests r set earlier_digest = r.token_digest, token_digest = w.digest
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w(id uuid, digest text) where r.id = w.id`)
  return new Map([...codes].map(([id, code]) => [id, reviewUrl(code)]))
}

/** One message for each of them, by the channel that reaches them. */
export async function composeRequests(ctx: Ctx, campaign: CampaignRow, requests: RequestRow[]): Promise<NewMessage[]> {
  const { content, subject } = campaign
  const urls = await issueLinks(ctx, requests)
  const ours = await churchTags(ctx)
  const keys = lookUps(content, subject)
  const own = await tagValues(
    ctx,
    keys,
    requests.map(({ personId }) => personId),
  )
  const texted = requests.filter(({ channel }) => channel === 'sms').map(({ address }) => address)
  const known = texted.length > 0 ? await knownAmong(ctx, texted) : new Set<string>()
  const mailFor = await mailComposer(ctx, campaign)
  return requests.map(request => {
    const { id, address, name, firstName, lastName, personId, channel, sentCount } = request
    const values = { name, firstName, lastName, ...ours, ...own(personId) }
    const words = withReviewLink(content, urls.get(id)!)
    const made =
      channel === 'sms'
        ? textFor(words, values, { known: known.has(address), short: url => url })
        : mailFor(request, words, values)
    return {
      ...made,
      channel,
      purpose: 'marketing',
      kind: 'review-request',
      to: address,
      toName: name,
      topic: campaign.topic,
      batchId: campaign.id,
      dedupeKey: `review-request:${id}:${sentCount + 1}`,
    }
  })
}

/** With the foot of every campaign: who sends it, why it came, and the way out. */
async function mailComposer(ctx: Ctx, { subject, topic }: CampaignRow) {
  const { common, slug, ...frame } = await mailFrameOf(ctx, topic)
  return ({ address }: RequestRow, words: string, values: TagValues) => {
    const ticket = { c: ctx.client.id, a: address, t: topic }
    const url = unsubscribeUrl(ticket)
    const links = { unsubscribeLink: url, preferencesLink: preferencesUrl(ticket), archiveLink: webUrl(slug, null) }
    const mail = { subject, preheader: '', blocks: [{ key: 'text', type: 'text', text: words } as const] }
    return {
      ...composeMail(mail, frame)({ ...values, ...common, email: address, ...links }),
      senderName: frame.look.businessName,
      unsubscribeUrl: url,
    }
  }
}

/** Marks who was written to, and of whom the gate refused, why. */
export async function recordRequestsWritten(
  ctx: Ctx,
  _campaign: CampaignRow,
  written: Written<RequestRow>[],
): Promise<void> {
  const now = clock.now().toISOString()
  const rows = written.map(({ recipient, sent }) => ({
    id: recipient.id,
    message: sent.id ?? null,
    reason: sent.state === 'skipped' ? sent.reason : null,
  }))
  await ctx.db.execute(sql`
    update review_requests r set message_id = w.message, skip_reason = w.reason,
      state = case when w.reason is null then 'written' else 'skipped' end,
      sent_count = case when w.reason is null then r.sent_count + 1 else r.sent_count end,
      sent_at = case when w.reason is null then coalesce(r.sent_at, ${now}::timestamptz) else r.sent_at end,
      last_sent_at = case when w.reason is null then ${now}::timestamptz else r.last_sent_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w(id uuid, message uuid, reason text) where r.id = w.id`)
  await recordTextCosts(
    ctx,
    written
      .filter(({ sent, message }) => sent.state === 'queued' && message.channel === 'sms')
      .map(({ message }) => message),
  )
  announce(ctx, 'reviews')
}

/** Held until the commit. */
export async function lockRequest(ctx: Ctx, id: string): Promise<RequestRow | undefined> {
  const [row] = await ctx.db.select().from(reviewRequests).where(eq(reviewRequests.id, id)).for('update')
  return row
}
