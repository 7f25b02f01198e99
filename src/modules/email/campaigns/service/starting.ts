import { and, eq, sql } from 'drizzle-orm'
import { read as churchOf } from '#clients/service.ts'
import { requireTopic } from '#consent/topics/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { newToken } from '#kernel/secrets.ts'
import { requireSendingDomain } from '#messaging/domains/service.ts'
import { freezeAudience } from '#people/audience/service.ts'
import { addressLine } from '../../rules/address.ts'
import { type emailCampaigns, emailRecipients } from '../../tables.ts'
import { scheduleByLocalTime } from './local-time.ts'
import { linksOf, requireReady } from './preflight.ts'

type Row = typeof emailCampaigns.$inferSelect

/** Freezes who gets a church's campaign. The caller holds its row and has looked at its state. */
export async function freezeChurchCampaign(ctx: Ctx, campaign: Row): Promise<number> {
  await requireSendable(ctx, campaign)
  const waiting = await (campaign.resendOf ? countWaiting(ctx, campaign.id) : freezeRecipients(ctx, campaign))
  if (waiting > 0 && campaign.localTime) await scheduleByLocalTime(ctx, campaign.id, campaign.localTime)
  return waiting
}

/** Its page on the web and the links that are counted. */
export const startedCampaign = async (ctx: Ctx, campaign: Row) => ({
  localTime: campaign.localTime,
  links: await linksOf(ctx, campaign),
  // Anyone who has the link may read it; nobody guesses it.
  slug: `${clock.now().toISOString().slice(0, 10)}-${newToken().slice(0, 12)}`,
})

/** Refuses what can't be sent at all. */
export async function requireSendable(ctx: Ctx, campaign: Row): Promise<void> {
  await requireReady(ctx, campaign)
  await requireTopic(ctx, campaign.topic)
  if (campaign.fromAddress) await requireSendingDomain(ctx, campaign.fromAddress)
  const { address } = await churchOf(ctx)
  if (!addressLine(address)) throw new Failure('NO_ADDRESS')
}

async function freezeRecipients(ctx: Ctx, { id, audience, topic, subject }: Row): Promise<number> {
  const counts = await freezeAudience(
    ctx,
    { audience: audience!, channel: 'email', topic, campaign: { id, name: subject } },
    rows => sql`
      with made as (
        insert into email_recipients (campaign_id, address, name, person_id, state, skip_reason)
        select ${id}::uuid, value, name, person_id, case when reason is null then 'waiting' else 'skipped' end, reason
        from ${rows} on conflict do nothing returning state
      ) select count(*) filter (where state = 'waiting')::int as waiting from made`,
  )
  return Number(counts[0]?.waiting ?? 0)
}

/** Its recipients were chosen when it was made. */
const countWaiting = (ctx: Ctx, campaignId: string): Promise<number> =>
  ctx.db.$count(emailRecipients, and(eq(emailRecipients.campaignId, campaignId), eq(emailRecipients.state, 'waiting')))
