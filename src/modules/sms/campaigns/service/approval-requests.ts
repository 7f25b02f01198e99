import { inArray, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { canReview } from '#campaigns/service/approval.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { freezeAudience } from '#people/audience/service.ts'
import { CLOCK, sundayUntil } from '../../rules/sunday.ts'
import { read as settingsOf } from '../../settings/service.ts'
import type { smsCampaigns } from '../../tables.ts'
import type { SmsCampaign } from '../contract.ts'

type Row = typeof smsCampaigns.$inferSelect

/** Whether so many would get it by now that a second person must approve it. */
export async function needsApproval(ctx: Ctx, { audience, topic }: Pick<Row, 'audience' | 'topic'>): Promise<boolean> {
  const { approval, approvalAbove } = await settingsOf(ctx)
  if (approval !== 'person') return false
  const [counted] = (await freezeAudience(
    ctx,
    { audience, channel: 'sms', topic },
    reached => sql`select count(*)::int as n from ${reached} where reason is null`,
  )) as { n: number }[]
  return (counted?.n ?? 0) > approvalAbove
}

/** It is Sunday morning by the church's clock, and until when; null at any other time. */
export const sundayNow = async (ctx: Ctx): Promise<string | null> =>
  sundayUntil(DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).toFormat(CLOCK), await settingsOf(ctx))

type Approval = SmsCampaign['approval']

/** What was asked and decided of each campaign; null where nobody was asked. */
export async function approvalsOf(ctx: Ctx, rows: Row[]): Promise<(campaign: Row) => Approval> {
  const asked = rows.filter(row => row.approvalRequestedAt)
  if (asked.length === 0) return () => null
  const ids = asked.flatMap(row => [row.approvalRequestedBy, row.reviewedBy]).filter(one => one !== null)
  const named = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, ids))
  const names = new Map(named.map(user => [user.id, user.name || user.email]))
  const nameOf = (id: string | null) => names.get(id ?? '') ?? ''
  const sunday = asked.some(isAskedForNow) ? await sundayNow(ctx) : null
  return row =>
    row.approvalRequestedAt && {
      askedBy: nameOf(row.approvalRequestedBy),
      askedAt: row.approvalRequestedAt,
      decidedBy: nameOf(row.reviewedBy),
      decidedAt: row.reviewedAt,
      note: row.reviewNote,
      mayDecide: row.state === 'waiting' && canReview(ctx, row),
      sunday: isAskedForNow(row) ? sunday : null,
    }
}

const isAskedForNow = ({ state, mode, urgentReason }: Row) => state === 'waiting' && mode === 'now' && !urgentReason
