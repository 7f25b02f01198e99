import { desc, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { defaultCompliance, REGISTRY_DAYS } from '../rules/defaults.ts'
import { callCompliance, dncFiles } from '../tables.ts'

export type Compliance = typeof defaultCompliance

/** The account's rules for calls; the strict defaults as long as nobody changed them. */
export async function complianceOf(ctx: Ctx): Promise<Compliance & { version: number; reason: string }> {
  const [row] = await ctx.db.select().from(callCompliance)
  if (!row) return { ...defaultCompliance, version: 0, reason: '' }
  const { respectDnc, requireOptIn, includeOptOut, from, until, holidays, closedOn, byState, cap, capDays } = row
  const { version, reason } = row
  return {
    respectDnc,
    requireOptIn,
    includeOptOut,
    from,
    until,
    days: row.days,
    holidays,
    closedOn,
    byState,
    cap,
    capDays,
    version,
    reason,
  }
}

/** The day of the registry that was loaded last, and whether it may still be relied on. */
export async function registryOf(ctx: Ctx): Promise<{ asOf: string | null; isStale: boolean }> {
  const [newest] = await ctx.db.select({ asOf: dncFiles.asOf }).from(dncFiles).orderBy(desc(dncFiles.asOf)).limit(1)
  if (!newest) return { asOf: null, isStale: true }
  const age = clock.ms() - new Date(newest.asOf).getTime()
  return { asOf: newest.asOf, isStale: age > days(REGISTRY_DAYS) }
}

/** Which of these numbers are in the imported Do Not Call registry. */
export async function onRegistry(ctx: Ctx, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await ctx.db.execute<{ number: string }>(
    sql`select number from dnc_numbers where client_id = ${ctx.client.id} and number = any(${sql.param([...numbers])}::text[])`,
  )
  return new Set(rows.map(row => row.number))
}
