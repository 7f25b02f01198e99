import { eq, inArray, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { freezeAudience } from '#people/audience/service.ts'
import { CLOCK, sundayUntil } from '../../rules/sunday.ts'
import { notifyApprovers } from '../../service/notices.ts'
import { read as settingsOf } from '../../settings/service.ts'
import { smsCampaigns } from '../../tables.ts'
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

/** Waits for a second person, who hears of it; an earlier yes was one to other words, and is gone. The caller holds the row. */
export async function requestApproval(ctx: Ctx, { id, madeBy }: Pick<Row, 'id' | 'madeBy'>): Promise<void> {
  const [row] = await ctx.db
    .update(smsCampaigns)
    .set({
      ...{ state: 'waiting', askedBy: userOf(ctx) ?? madeBy, askedAt: clock.now() },
      ...{ decidedBy: null, decidedAt: null, decisionNote: '' },
    })
    .where(eq(smsCampaigns.id, id))
    .returning()
  await notifyApprovers(ctx, row!)
}

/** It is Sunday morning by the church's clock, and until when; null at any other time. */
export const sundayNow = async (ctx: Ctx): Promise<string | null> =>
  sundayUntil(DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).toFormat(CLOCK), await settingsOf(ctx))

/** Neither who wrote it nor who changed it last is a second person. */
export const canDecide = (ctx: Ctx, { madeBy, askedBy }: Row): boolean => {
  const me = userOf(ctx)
  return me !== null && me !== madeBy && me !== askedBy
}

type Approval = SmsCampaign['approval']

/** What was asked and decided of each campaign; null where nobody was asked. */
export async function approvalsOf(ctx: Ctx, rows: Row[]): Promise<(campaign: Row) => Approval> {
  const asked = rows.filter(row => row.askedAt)
  if (asked.length === 0) return () => null
  const ids = asked.flatMap(({ askedBy, decidedBy }) => [askedBy, decidedBy]).filter(one => one !== null)
  const named = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, ids))
  const names = new Map(named.map(user => [user.id, user.name || user.email]))
  const nameOf = (id: string | null) => names.get(id ?? '') ?? ''
  const sunday = asked.some(isAskedForNow) ? await sundayNow(ctx) : null
  return row =>
    row.askedAt && {
      askedBy: nameOf(row.askedBy),
      askedAt: row.askedAt,
      decidedBy: nameOf(row.decidedBy),
      decidedAt: row.decidedAt,
      note: row.decisionNote,
      mayDecide: row.state === 'waiting' && canDecide(ctx, row),
      sunday: isAskedForNow(row) ? sunday : null,
    }
}

const isAskedForNow = ({ state, mode, urgentReason }: Row) => state === 'waiting' && mode === 'now' && !urgentReason
