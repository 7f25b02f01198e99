import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { type Side, versions, winnerOf } from '../../rules/split.ts'
import type { smsCampaigns } from '../../tables.ts'
import { hasClicked, hasOptedOut, hasReplied, joined } from './progress.ts'

type CampaignRow = typeof smsCampaigns.$inferSelect

/** What became of each version among those who were to tell which is better, by campaign; no machine is counted. */
export async function sidesOf(ctx: Ctx, ids: string[]): Promise<(campaignId: string) => [Side, Side]> {
  const left = sql`m.state in ('sent', 'delivered')`
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await ctx.db.execute<Side & { id: string }>(sql`
    select r.campaign_id as id, r.arm, count(*) filter (where ${left})::int as sent,
      count(*) filter (where ${left} and ${hasClicked})::int as clicked,
      count(*) filter (where ${left} and ${hasReplied} and not ${hasOptedOut})::int as answered
    from ${joined} where r.campaign_id = any(${sql.param(ids)}::uuid[]) and r.arm is not null group by r.campaign_id, r.arm`)
  return campaignId =>
    versions.map(arm => {
      const { id: _, ...side } = rows.find(row => row.id === campaignId && row.arm === arm) ?? {
        id: campaignId,
        arm,
        sent: 0,
        clicked: 0,
        answered: 0,
      }
      return side
    }) as [Side, Side]
}

/** What both versions brought about, and which one did better. */
export async function compareVersions(ctx: Ctx, { id, split }: CampaignRow) {
  const sides = (await sidesOf(ctx, [id]))(id)
  return { sides, winner: winnerOf(sides, split!.by) }
}
