import { eq, sql } from 'drizzle-orm'
import type { Written } from '#campaigns/service/kinds.ts'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { momentAt } from '#messaging/rules/local-clock.ts'
import { lookUps } from '#messaging/rules/merge-tags.ts'
import { measure } from '#messaging/rules/segments.ts'
import type { NewMessage } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { freezeAudience } from '#people/audience/service.ts'
import { tagValues } from '#people/fields/service/field-tags.ts'
import { churchTags } from '#people/service/church-tags.ts'
import { zonesByPerson } from '#people/service/time-zones.ts'
import { centsOf, segmentPrice } from '../../rules/cost.ts'
import { textFor } from '../../rules/message.ts'
import { withPoll } from '../../rules/poll.ts'
import { addMonthlyCost, lockCap, spentThisMonth } from '../../settings/service.ts'
import { type smsCampaigns, smsRecipients } from '../../tables.ts'
import { shortenLinks, shortUrlsOf } from './links.ts'

export type CampaignRow = typeof smsCampaigns.$inferSelect
export type Recipient = typeof smsRecipients.$inferSelect

/** Freezes who gets it: one row for each number, however many share it. Returns how many. */
export async function freezeRecipients(ctx: Ctx, campaign: CampaignRow): Promise<number> {
  const { id, audience, topic } = campaign
  await freezeAudience(
    ctx,
    { audience, channel: 'sms', topic, campaign: { id, name: campaign.name } },
    rows => sql`
      insert into sms_recipients (campaign_id, address, person_id, name, first_name, last_name, skip_reason)
      select ${id}::uuid, value, person_id, name, coalesce(first_name, ''), coalesce(last_name, ''), reason
      from ${rows} on conflict (client_id, campaign_id, address) do nothing`,
  )
  await shortenLinks(ctx, campaign)
  return ctx.db.$count(smsRecipients, eq(smsRecipients.campaignId, id))
}

/** Of a question, until when answers count. */
export const pollEnd = ({ poll }: CampaignRow, opensAt: Date) => ({
  pollEndsAt: poll ? new Date(opensAt.getTime() + hours(poll.hours)) : null,
})

/** Segments of each text, and its cost at list prices in millionths of a US dollar. */
const costsOf = (ctx: Ctx, texts: readonly NewMessage[]) =>
  texts.map(({ to, text }) => {
    const { segments } = measure(text)
    return { segments, cost: segments * segmentPrice(to, ctx.client.country) }
  })

/** Held until the commit: two batches at once can't both spend what is left of the month's cap. */
export async function refuseOverCap(ctx: Ctx, _campaign: object, texts: NewMessage[]): Promise<string | null> {
  const cap = await lockCap(ctx)
  if (cap === null) return null
  const spent = await spentThisMonth(ctx)
  const costs = costsOf(ctx, texts)
  return centsOf(spent + costs.reduce((sum, { cost }) => sum + cost, 0)) > cap
    ? 'The monthly cap is reached. Raise it, or continue next month.'
    : null
}

/** What texts of another module cost this month, of those that are to leave. */
export const recordTextCosts = (ctx: Ctx, texts: readonly NewMessage[]): Promise<void> =>
  addMonthlyCost(
    ctx,
    costsOf(ctx, texts).reduce((sum, { cost }) => sum + cost, 0),
  )

/** Only what is to leave costs something. */
export async function recordWritten(ctx: Ctx, _campaign: CampaignRow, written: Written<Recipient>[]): Promise<void> {
  const costs = costsOf(
    ctx,
    written.map(({ message }) => message),
  )
  const rows = written.map(({ recipient, sent }, i) => {
    const { segments, cost } = costs[i]!
    return { id: recipient.id, message: sent.id ?? null, segments, cost: sent.state === 'queued' ? cost : 0 }
  })
  await ctx.db.execute(sql`
    update sms_recipients r set state = 'written', message_id = w.message, segments = w.segments, cost = w.cost,
      written_at = ${clock.now().toISOString()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w(id uuid, message uuid, segments int, cost bigint)
    where r.id = w.id`)
}

/** Whom of these numbers a campaign has reached in the last 30 days: they know who writes. */
export async function knownAmong(ctx: Ctx, numbers: string[]): Promise<Set<string>> {
  const since = new Date(clock.ms() - days(30)).toISOString()
  const { rows } = await ctx.db.execute<{ recipient: string }>(sql`
    select distinct m.recipient from ${messages} m where m.client_id = ${ctx.client.id} and m.channel = 'sms'
      and m.purpose = 'marketing' and m.state in ('sent', 'delivered', 'queued', 'sending', 'held')
      and m.created_at > ${since} and m.recipient = any(${sql.param(numbers)}::text[])`)
  return new Set(rows.map(row => row.recipient))
}

/** One text for each of them. */
export async function composeTexts(ctx: Ctx, campaign: CampaignRow, readers: Recipient[]): Promise<NewMessage[]> {
  const { id: batchId, topic, split, poll } = campaign
  const words = { a: withPoll(campaign.body, poll), b: split?.body ?? campaign.body }
  const ours = await churchTags(ctx)
  const known = await knownAmong(
    ctx,
    readers.map(reader => reader.address),
  )
  const shortFor = await shortUrlsOf(ctx, campaign, readers)
  const own = await tagValues(
    ctx,
    lookUps(words.a + words.b),
    readers.map(reader => reader.personId),
  )
  const momentOf = await momentsOf(ctx, campaign, readers)
  return readers.map(reader => {
    const { address, name, firstName, lastName, personId, arm } = reader
    const values = { name, firstName, lastName, ...ours, ...own(personId) }
    const short = shortFor(reader)
    const { text, missing } = textFor(words[arm ?? 'a'], values, { known: known.has(address), short })
    const at = momentOf(personId)
    return {
      channel: 'sms',
      purpose: 'marketing',
      kind: 'sms-campaign',
      to: address,
      toName: name,
      text,
      missing,
      urgent: campaign.urgentReason !== '',
      topic,
      batchId,
      dedupeKey: `campaign:${batchId}:${address}`,
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
