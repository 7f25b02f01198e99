import { and, eq, sql } from 'drizzle-orm'
import { read as churchOf } from '#clients/service.ts'
import { requireTopic } from '#consent/topics/service.ts'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { newToken } from '#kernel/secrets.ts'
import { requireSendingDomain } from '#messaging/domains/service.ts'
import { freezeAudience } from '#people/audience/service.ts'
import { campaignStarted, splitStarted } from '../../events.ts'
import { addressLine } from '../../rules/address.ts'
import { emailCampaigns, emailRecipients } from '../../tables.ts'
import { scheduleByLocalTime } from './local-time.ts'
import { linksOf, requireReady } from './preflight.ts'

type Row = typeof emailCampaigns.$inferSelect

/** Freezes who gets a church's campaign and begins. The caller holds the campaign's row and has looked at its state. */
export async function startCampaign(ctx: Ctx, campaign: Row): Promise<void> {
  await requireSendable(ctx, campaign)
  await (campaign.resendOf ? mustReach(ctx, campaign.id) : freezeRecipients(ctx, campaign))
  if (campaign.localTime) await scheduleByLocalTime(ctx, campaign.id, campaign.localTime)
  const startedAt = clock.now()
  const { split } = campaign
  if (split) {
    await draw(ctx, campaign.id, split.share)
    const at = new Date(startedAt.getTime() + hours(split.hours)).toISOString()
    await emit(ctx, splitStarted, { campaignId: campaign.id, at })
  }
  await ctx.db
    .update(emailCampaigns)
    .set({
      ...{ state: 'sending', startedAt, scheduledFor: null, problem: null },
      localTime: campaign.localTime,
      links: await linksOf(ctx, campaign),
      // Anyone who has the link may read it; nobody guesses it.
      slug: `${startedAt.toISOString().slice(0, 10)}-${newToken().slice(0, 12)}`,
    })
    .where(eq(emailCampaigns.id, campaign.id))
  await emit(ctx, campaignStarted, { campaignId: campaign.id })
  announce(ctx, 'campaigns', campaign.id)
}

/** Refuses what can't be sent at all. */
export async function requireSendable(ctx: Ctx, campaign: Row): Promise<void> {
  await requireReady(ctx, campaign)
  await requireTopic(ctx, campaign.topic)
  if (campaign.fromAddress) await requireSendingDomain(ctx, campaign.fromAddress)
  const { address } = await churchOf(ctx)
  if (!addressLine(address)) throw new Failure('NO_ADDRESS')
}

async function freezeRecipients(ctx: Ctx, { id, audience, topic, subject }: Row): Promise<void> {
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
  if (!counts[0]?.waiting) throw new Failure('NOBODY')
}

/** Its recipients were chosen when it was made. */
async function mustReach(ctx: Ctx, campaignId: string): Promise<void> {
  const waiting = and(eq(emailRecipients.campaignId, campaignId), eq(emailRecipients.state, 'waiting'))
  if ((await ctx.db.$count(emailRecipients, waiting)) === 0) throw new Failure('NOBODY')
}

/** Puts so many percent into two halves by lot; the rest waits until it is known which version it gets. */
const draw = (ctx: Ctx, campaignId: string, share: number) =>
  ctx.db.execute(sql`
    update email_recipients r set arm = case when o.n % 2 = 0 then 'a' else 'b' end
    from (
      select id, row_number() over (order by md5(id::text), id) as n, count(*) over () as total
      from email_recipients where campaign_id = ${campaignId} and state = 'waiting'
    ) o where o.id = r.id and o.n <= ceil(o.total * ${share} / 100.0)`)
