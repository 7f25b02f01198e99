import { eq, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { invalid } from '#kernel/failure.ts'
import { centsOf } from '../rules/cost.ts'
import { LONG, SHORT, TYPED_ABOVE } from '../rules/states.ts'
import { SUNDAY } from '../rules/sunday.ts'
import { listSenders } from '../service/notices.ts'
import { smsMonthlyCosts, smsRecipients, smsSettings } from '../tables.ts'
import type { SmsSettings, SmsSettingsChange } from './contract.ts'

const thisMonth = (ctx: Ctx) => DateTime.fromJSDate(clock.now(), { zone: ctx.client.timeZone }).startOf('month')

/** Millionths of a dollar that this month's texts cost, of campaigns and of other modules, by the church's calendar. */
export async function spentThisMonth(ctx: Ctx): Promise<number> {
  const month = thisMonth(ctx)
  const from = month.toJSDate()
  const { rows } = await ctx.db.execute<{ spent: string }>(
    sql`select coalesce(sum(cost), 0) as spent from ${smsRecipients} where cost > 0 and written_at >= ${from.toISOString()}`,
  )
  const [other] = await ctx.db.select().from(smsMonthlyCosts).where(eq(smsMonthlyCosts.month, month.toISODate()!))
  return Number(rows[0]!.spent) + (other?.cost ?? 0)
}

/** In one statement, so that two who add at once both count. */
export async function addMonthlyCost(ctx: Ctx, cost: number): Promise<void> {
  if (cost === 0) return
  await ctx.db
    .insert(smsMonthlyCosts)
    .values({ month: thisMonth(ctx).toISODate()!, cost })
    .onConflictDoUpdate({
      target: [smsMonthlyCosts.clientId, smsMonthlyCosts.month],
      set: { cost: sql`${smsMonthlyCosts.cost} + ${cost}` },
    })
}

/** The cap, held so that two workers count one after the other. */
export async function lockCap(ctx: Ctx): Promise<number | null> {
  const [row] = await ctx.db.select({ cap: smsSettings.monthlyCap }).from(smsSettings).for('update')
  return row?.cap ?? null
}

export async function limitOf(ctx: Ctx): Promise<number> {
  const [row] = await ctx.db.select({ long: smsSettings.longTexts }).from(smsSettings)
  return row?.long ? LONG : SHORT
}

export async function read(ctx: Ctx): Promise<SmsSettings> {
  const [row] = await ctx.db.select().from(smsSettings)
  return {
    monthlyCap: row?.monthlyCap ?? null,
    longTexts: row?.longTexts ?? false,
    spent: centsOf(await spentThisMonth(ctx)),
    limit: row?.longTexts ? LONG : SHORT,
    approval: row?.approval ?? 'count',
    approvalAbove: row?.approvalAbove ?? TYPED_ABOVE,
    sundayGuard: row?.sundayGuard ?? true,
    sundayFrom: row?.sundayFrom ?? SUNDAY.from,
    sundayUntil: row?.sundayUntil ?? SUNDAY.until,
  }
}

export async function change(ctx: Ctx, changes: SmsSettingsChange): Promise<SmsSettings> {
  if (isNoChange(changes)) return read(ctx)
  if (changes.approval === 'person' && (await listSenders(ctx)).length < 2)
    throw invalid('approval', 'Nobody else on your team can send texts. Invite a colleague as staff first.')
  const { sundayFrom, sundayUntil } = { ...(await read(ctx)), ...changes }
  if (sundayFrom >= sundayUntil) throw invalid('sundayUntil', 'The end must be after the start')
  await ctx.db
    .insert(smsSettings)
    .values({ ...changes, clientId: ctx.client.id })
    .onConflictDoUpdate({ target: smsSettings.clientId, set: { ...changes } })
  return read(ctx)
}
