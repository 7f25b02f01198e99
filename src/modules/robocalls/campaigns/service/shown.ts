import { inArray, sql } from 'drizzle-orm'
import { canReview } from '#campaigns/service/approval.ts'
import { users } from '#identity/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { voiceScripts } from '../../tables.ts'
import type { RobocallCampaign } from '../contract.ts'
import { progressOf } from './progress.ts'
import type { CampaignRow } from './sending.ts'

/** Campaigns as they are shown, in the same few queries for one as for a page of them. */
export async function toCampaigns(ctx: Ctx, rows: CampaignRow[]): Promise<RobocallCampaign[]> {
  const started = rows.filter(row => row.startedAt).map(row => row.id)
  const progress = await progressOf(ctx, started)
  const scripts = await scriptsOf(ctx, rows)
  const approval = await approvalsOf(ctx, rows)
  const next = await nextRuns(ctx, rows)
  return rows.map(row => {
    const { id, spendingCap, content, voicemail, recordingId, scriptId } = row
    const script = scriptId ? scripts.get(scriptId) : undefined
    const isEditable = !row.startedAt && script !== undefined && script.deletedAt === null
    return {
      ...row,
      spendingCap: spendingCap === null ? null : Math.round(spendingCap / 10_000),
      scriptName: script?.name ?? null,
      isScriptChanged:
        isEditable &&
        (script.content !== content || script.voicemail !== voicemail || script.recordingId !== recordingId),
      nextRun: row.state === 'scheduled' ? row.scheduledFor : (next.get(id) ?? null),
      progress: progress.get(id) ?? null,
      approval: approval(row),
    }
  })
}

export const toCampaign = async (ctx: Ctx, row: CampaignRow): Promise<RobocallCampaign> =>
  (await toCampaigns(ctx, [row]))[0]!

async function scriptsOf(ctx: Ctx, rows: CampaignRow[]) {
  const ids = rows.flatMap(row => row.scriptId ?? [])
  if (ids.length === 0) return new Map<string, typeof voiceScripts.$inferSelect>()
  const found = await ctx.db.select().from(voiceScripts).where(inArray(voiceScripts.id, ids))
  return new Map(found.map(script => [script.id, script]))
}

async function nextRuns(ctx: Ctx, rows: CampaignRow[]): Promise<Map<string, Date>> {
  const going = rows.filter(row => row.state === 'sending').map(row => row.id)
  if (going.length === 0) return new Map()
  const { rows: found } = await ctx.db.execute<{ id: string; at: string | null }>(sql`
    select campaign_id as id, min(due_at) as at from robocall_recipients
    where campaign_id = any(${sql.param(going)}::uuid[]) and state = 'waiting' group by 1`)
  return new Map(found.flatMap(({ id, at }) => (at ? [[id, new Date(at)] as const] : [])))
}

type Approval = RobocallCampaign['approval']

/** What was asked and decided of each campaign; null where nobody was asked. */
async function approvalsOf(ctx: Ctx, rows: CampaignRow[]): Promise<(campaign: CampaignRow) => Approval> {
  const ids = rows.flatMap(row => [row.approvalRequestedBy ?? [], row.reviewedBy ?? []].flat())
  if (ids.length === 0) return () => null
  const named = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, ids))
  const names = new Map(named.map(user => [user.id, user.name || user.email]))
  const nameOf = (id: string | null) => names.get(id ?? '') ?? ''
  return row =>
    row.approvalRequestedAt && row.state !== 'draft'
      ? {
          askedBy: nameOf(row.approvalRequestedBy),
          askedAt: row.approvalRequestedAt,
          decidedBy: nameOf(row.reviewedBy),
          decidedAt: row.reviewedAt,
          note: row.reviewNote,
          mayDecide: row.state === 'waiting' && canReview(ctx, row),
        }
      : null
}
