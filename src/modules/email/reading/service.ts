import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { domainOf, shareOf } from '#messaging/domains/service.ts'
import type { Reading } from '../progress/contract.ts'
import type { emailCampaigns } from '../tables.ts'

type Row = typeof emailCampaigns.$inferSelect

/** Whether a recipient `r` did that, a machine or not. */
const did = (kind: 'open' | 'click', machine: boolean): SQL =>
  sql`exists (select from email_events e where e.client_id = r.client_id and e.recipient_id = r.id
    and e.kind = ${kind} and e.machine is ${sql.raw(machine ? 'not null' : 'null')})`

export const opened = sql`${did('open', false)}`
export const machineOpened = sql`(${did('open', true)} and not ${did('open', false)})`
export const clicked = did('click', false)
/** Wrote back by mail under the same subject, within a month: mail programs leave it as it is. */
export const replied = sql`exists (select from messages i where i.client_id = r.client_id and i.direction = 'in'
  and i.channel = 'email' and not i.automatic and lower(i.sender) = r.address
  and i.created_at between m.created_at and m.created_at + interval '30 days'
  and regexp_replace(lower(i.subject), '^((re|aw|sv|antw|fwd?)(\\[[0-9]+\\])?: *)+', '') = lower(m.subject))`

/** What its readers did, and what holds the rest of it back. */
export async function readingOf(ctx: Ctx, campaign: Row, waiting: number): Promise<Reading> {
  const { rows } = await ctx.db.execute<
    Pick<Reading, 'opened' | 'machineOpened' | 'clicked' | 'replied'> & Record<string, unknown>
  >(sql`
    select count(*) filter (where ${opened})::int as opened, count(*) filter (where ${machineOpened})::int as "machineOpened",
      count(*) filter (where ${clicked})::int as clicked, count(*) filter (where ${replied})::int as replied
    from email_recipients r join messages m on m.client_id = r.client_id and m.id = r.message_id
    where r.campaign_id = ${campaign.id}`)
  const pressed = await ctx.db.execute<{ link: number; people: number; clicks: number }>(sql`
    select link, count(distinct recipient_id)::int as people, count(*)::int as clicks from email_events
    where campaign_id = ${campaign.id} and kind = 'click' and machine is null group by link`)
  const links = campaign.links.map((url, i) => {
    const row = pressed.rows.find(one => one.link === i)
    return { url, people: row?.people ?? 0, clicks: row?.clicks ?? 0 }
  })
  const { cap, room, until } = await shareOf(ctx, domainOf(campaign.fromAddress))
  const held = campaign.state === 'sending' && waiting > 0 && room === 0
  return { ...rows[0]!, links, waitsUntil: held ? until : null, cap }
}
