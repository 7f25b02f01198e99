import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { momentAt } from '#messaging/rules/local-clock.ts'
import { zoneOf } from '#messaging/send-policy/rules/regions.ts'

interface Place extends Record<string, unknown> {
  timeZone: string | null
  region: string
  country: string
}

/** Who waits, with where they are: their home's address, or the first one. */
const waiting = (campaignId: string) => sql`
  select r.id, p.time_zone as "timeZone", coalesce(a.region, '') as region, coalesce(a.country, '') as country
  from email_recipients r left join people p on p.client_id = r.client_id and p.id = r.person_id
  left join lateral (select region, country from addresses a where a.client_id = p.client_id and a.person_id = p.id
    order by a.label = 'home' desc, a.id limit 1) a on true
  where r.campaign_id = ${campaignId} and r.state = 'waiting'`

/** Gives everyone who waits the instant at which their own clock shows that time. */
export async function scheduleByLocalTime(ctx: Ctx, campaignId: string, localTime: string): Promise<void> {
  const { rows } = await ctx.db.execute<Place>(
    sql`select distinct "timeZone", region, country from (${waiting(campaignId)}) w`,
  )
  const due = rows.map(place => ({ ...place, due: momentAt(localTime, zoneOf(place, ctx.client)).toISOString() }))
  await ctx.db.execute(sql`
    update email_recipients r set due_at = d.due from (${waiting(campaignId)}) w
    join jsonb_to_recordset(${JSON.stringify(due)}::jsonb) d("timeZone" text, region text, country text, due timestamptz)
      on d."timeZone" is not distinct from w."timeZone" and d.region = w.region and d.country = w.country
    where r.id = w.id`)
}
