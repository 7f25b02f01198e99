import { sql } from 'drizzle-orm'
import { arms } from '#campaigns/rules/arms.ts'
import { verdictOf } from '#campaigns/rules/winner.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Side } from '../../rules/states.ts'

type Counted = Side & Record<string, unknown>

/** What became of each version among those who were to tell which is better; no machine is counted. */
export async function sidesOf(ctx: Ctx, campaignId: string): Promise<Side[]> {
  const { rows } = await ctx.db.execute<Counted>(sql`
    select r.arm, count(m.id)::int as sent,
      count(m.id) filter (where exists (select from email_events e
        where e.recipient_id = r.id and e.kind = 'open' and e.machine is null))::int as opened,
      count(m.id) filter (where exists (select from email_events e
        where e.recipient_id = r.id and e.kind = 'click' and e.machine is null))::int as clicked
    from email_recipients r
    left join messages m on m.client_id = r.client_id and m.id = r.message_id and m.state in ('sent', 'delivered')
    where r.campaign_id = ${campaignId} and r.arm is not null group by r.arm order by r.arm`)
  return arms.map(arm => rows.find(row => row.arm === arm) ?? { arm, sent: 0, opened: 0, clicked: 0 })
}

/** What both versions brought about, and which one did better. */
export async function compareVersions(ctx: Ctx, { id }: { id: string }) {
  const sides = (await sidesOf(ctx, id)) as [Side, Side]
  const [a, b] = sides
  return { sides, winner: verdictOf({ a, b }).winner }
}
