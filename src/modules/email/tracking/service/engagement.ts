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

export const hasOpened = sql`${did('open', false)}`
export const hasOnlyMachineOpens = sql`(${did('open', true)} and not ${did('open', false)})`
export const hasClicked = did('click', false)
/** Answered this very mail, by its headers or the address for answers in it; whatever the subject says. */
export const hasReplied = sql`exists (select from messages i where i.client_id = r.client_id and i.answers_id = m.id
  and i.direction = 'in' and not i.automatic)`

type Counted = Pick<Reading, 'opened' | 'machineOpened' | 'clicked' | 'replied'>
const nothing: Counted = { opened: 0, machineOpened: 0, clicked: 0, replied: 0 }

/** What the readers of each campaign did, in three queries however many there are; nothing of its sender's share. */
export async function readingsOf(ctx: Ctx, campaigns: Row[]): Promise<ReadonlyMap<string, Reading>> {
  if (campaigns.length === 0) return new Map()
  const ids = campaigns.map(one => one.id)
  const { rows } = await ctx.db.execute<Counted & { id: string }>(sql`
    select r.campaign_id as id, count(*) filter (where ${hasOpened})::int as opened,
      count(*) filter (where ${hasOnlyMachineOpens})::int as "machineOpened",
      count(*) filter (where ${hasClicked})::int as clicked, count(*) filter (where ${hasReplied})::int as replied
    from email_recipients r join messages m on m.client_id = r.client_id and m.id = r.message_id
    where r.campaign_id = any(${sql.param(ids)}::uuid[]) group by r.campaign_id`)
  const links = await linksOf(ctx, ids)
  const later = await laterIn(ctx, ids)
  return new Map(
    campaigns.map(({ id, links: urls }) => {
      const { id: _, ...counted } = rows.find(row => row.id === id) ?? { id, ...nothing }
      const pressed = (i: number) => links.find(one => one.id === id && one.link === i)
      return [
        id,
        {
          ...counted,
          links: urls.map((url, i) => ({ url, people: pressed(i)?.people ?? 0, clicks: pressed(i)?.clicks ?? 0 })),
          later: later.get(id) ?? { people: 0, next: null, last: null },
          waitsUntil: null,
          cap: null,
        },
      ]
    }),
  )
}

/** What its readers did, and what holds the rest of it back. */
export async function engagementOf(ctx: Ctx, campaign: Row, waiting: number): Promise<Reading> {
  const reading = (await readingsOf(ctx, [campaign])).get(campaign.id)!
  const { cap, room, until } = await sendingShareOf(ctx, domainOf(campaign.fromAddress))
  const held = campaign.state === 'sending' && waiting > 0 && room === 0
  return { ...reading, waitsUntil: held ? until : null, cap }
}

async function linksOf(ctx: Ctx, ids: string[]) {
  const { rows } = await ctx.db.execute<{ id: string; link: number; people: number; clicks: number }>(sql`
    select campaign_id as id, link, count(distinct recipient_id)::int as people, count(*)::int as clicks from email_events
    where campaign_id = any(${sql.param(ids)}::uuid[]) and kind = 'click' and machine is null group by 1, 2`)
  return rows
}

async function laterIn(ctx: Ctx, ids: string[]): Promise<ReadonlyMap<string, Reading['later']>> {
  const { rows } = await ctx.db.execute<{ id: string; people: number; next: string; last: string }>(sql`
    select campaign_id as id, count(*)::int as people, min(due_at) as next, max(due_at) as last from email_recipients
    where campaign_id = any(${sql.param(ids)}::uuid[]) and state = 'waiting' and due_at > ${clock.now().toISOString()}
    group by 1`)
  return new Map(rows.map(({ id, people, next, last }) => [id, { people, next: new Date(next), last: new Date(last) }]))
}
