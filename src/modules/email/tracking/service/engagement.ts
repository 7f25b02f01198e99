import { type SQL, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { domainOf, sendingShareOf } from '#messaging/domains/service.ts'
import type { Reading } from '../../progress/contract.ts'
import type { emailCampaigns } from '../../tables.ts'

type Row = typeof emailCampaigns.$inferSelect

/** Whether a recipient `r` did that, a machine or not. */
const did = (kind: 'open' | 'click', machine: boolean): SQL =>
  sql`exists (select from email_events e where e.client_id = r.client_id and e.recipient_id = r.id
    and e.kind = ${kind} and e.machine is ${sql.raw(machine ? 'not null' : 'null')})`

export const recordOpen = sql`${did('open', false)}`
export const recordMachineOpen = sql`(${did('open', true)} and not ${did('open', false)})`
export const recordClick = did('click', false)
/** Answered this very mail, by its headers or the address for answers in it; whatever the subject says. */
export const recordReply = sql`exists (select from messages i where i.client_id = r.client_id and i.answers_id = m.id
  and i.direction = 'in' and not i.automatic)`

/** What its readers did, and what holds the rest of it back. */
export async function engagementOf(ctx: Ctx, campaign: Row, waiting: number): Promise<Reading> {
  const { rows } = await ctx.db.execute<
    Pick<Reading, 'opened' | 'machineOpened' | 'clicked' | 'replied'> & Record<string, unknown>
  >(sql`
    select count(*) filter (where ${recordOpen})::int as opened, count(*) filter (where ${recordMachineOpen})::int as "machineOpened",
      count(*) filter (where ${recordClick})::int as clicked, count(*) filter (where ${recordReply})::int as replied
    from email_recipients r join messages m on m.client_id = r.client_id and m.id = r.message_id
    where r.campaign_id = ${campaign.id}`)
  const pressed = await ctx.db.execute<{ link: number; people: number; clicks: number }>(sql`
    select link, count(distinct recipient_id)::int as people, count(*)::int as clicks from email_events
    where campaign_id = ${campaign.id} and kind = 'click' and machine is null group by link`)
  const links = campaign.links.map((url, i) => {
    const row = pressed.rows.find(one => one.link === i)
    return { url, people: row?.people ?? 0, clicks: row?.clicks ?? 0 }
  })
  const later = await laterIn(ctx, campaign.id)
  const { cap, room, until } = await sendingShareOf(ctx, domainOf(campaign.fromAddress))
  const held = campaign.state === 'sending' && waiting > 0 && room === 0
  return { ...rows[0]!, links, later, waitsUntil: held ? until : null, cap }
}

async function laterIn(ctx: Ctx, campaignId: string): Promise<Reading['later']> {
  const { rows } = await ctx.db.execute<{ people: number; next: string | null; last: string | null }>(sql`
    select count(*)::int as people, min(due_at) as next, max(due_at) as last from email_recipients
    where campaign_id = ${campaignId} and state = 'waiting' and due_at > ${clock.now().toISOString()}`)
  const { people, next, last } = rows[0]!
  return { people, next: next ? new Date(next) : null, last: last ? new Date(last) : null }
}
