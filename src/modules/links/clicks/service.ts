import { sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { throttle } from '#public-page/rules/throttle.ts'
import type { VisitDetails } from '../rules/agents.ts'
import { TOO_FAST } from '../rules/machines.ts'

export interface Click extends VisitDetails {
  clientId: string
  linkId: string
  module: string
  ownerId: string
  /** Realtime topic that hears of it; empty for none. */
  topic: string
  /** The recipient's code; empty where the address holds none. */
  recipient: string
  bot: boolean
  visitor: string | null
}

/** A thousand clicks on one address by one visitor make its counter no longer. */
const MOST_OF_RECIPIENT = 200
/** An address that is the same for everyone, on a screen in church, counts so many visits a minute. */
const mayCount = throttle({ most: 5_000, ms: minutes(1) })

/** Not counted once too many come at once. */
const isCounted = (click: Click): boolean => click.recipient !== '' || mayCount(click.linkId, clock.ms())

interface PastClick extends VisitDetails {
  module: string
  ownerId: string
  visitor: string
  at: Date
}

/** A visit of earlier days, as a demo tells it. */
export async function recordPastClick(ctx: Ctx, { module, ownerId, at, ...visit }: PastClick): Promise<void> {
  const { visitor, country, device, system, browser } = visit
  await ctx.db.execute(sql`
    insert into short_link_clicks (link_id, visitor, country, device, system, browser, created_at)
    select id, ${visitor}, ${country}, ${device}, ${system}, ${browser}, ${at.toISOString()}::timestamptz
    from short_links where module = ${module} and owner_id = ${ownerId}`)
}

/** Stores clicks of any accounts, in the transaction of who looked their links up. */
export async function recordClicks(db: Db, found: readonly Click[]): Promise<void> {
  const clicks = found.filter(isCounted)
  if (clicks.length === 0) return
  const at = clock.now()
  const { rows } = await db.execute<{ client_id: string; topic: string; owner_id: string }>(sql`
    with come as (
      select c.*, r.id as recipient_id, r.sent_at from jsonb_to_recordset(${JSON.stringify(clicks)}::jsonb) as c (
        "clientId" uuid, "linkId" uuid, module text, "ownerId" uuid, topic text, recipient text, bot boolean,
        visitor text, country text, device text, system text, browser text)
      left join short_link_recipients r on c.recipient <> '' and r.client_id = c."clientId" and r.module = c.module
        and r.owner_id = c."ownerId" and r.code = c.recipient
    ), kept as (
      insert into short_link_clicks (client_id, link_id, recipient_id, bot, visitor, country, device, system, browser, created_at)
      select "clientId", "linkId", recipient_id,
        bot or coalesce(${at}::timestamptz - sent_at < ${`${TOO_FAST} milliseconds`}::interval, false),
        visitor, country, device, system, browser, ${at}::timestamptz
      from come
      -- A link that was deleted meanwhile, and a recipient's code that is not ours, count nothing.
      where exists (select from short_links l where l.client_id = "clientId" and l.id = "linkId")
        and (recipient = '' or (recipient_id is not null and ${MOST_OF_RECIPIENT} > (select count(*) from (
          select from short_link_clicks k where k.client_id = "clientId" and k.recipient_id = come.recipient_id
          limit ${MOST_OF_RECIPIENT}) seen)))
      returning client_id, link_id)
    select distinct c."clientId" as client_id, c.topic, c."ownerId" as owner_id from come c
    where c.topic <> '' and exists (select from kept k where k.client_id = c."clientId" and k.link_id = c."linkId")`)
  for (const { client_id, topic, owner_id } of rows) {
    const news = JSON.stringify([{ topic, ids: [owner_id] }])
    await db.execute(sql`select announce_news(${client_id}, ${news}::jsonb)`)
  }
}
