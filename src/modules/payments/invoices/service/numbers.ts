import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { numberOf } from '../rules/terms.ts'
import { invoiceCounters } from '../tables.ts'

/**
 * The next number of the year of a day. It belongs to this transaction: others wait for its row, and where it is rolled
 * back the number is given again, so that a year has no gaps.
 */
export async function takeNumber(ctx: Ctx, kind: 'INV' | 'CN', day: string): Promise<string> {
  const year = Number(day.slice(0, 4))
  const [row] = await ctx.db
    .insert(invoiceCounters)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [invoiceCounters.clientId, invoiceCounters.kind, invoiceCounters.year],
      set: { last: sql`${invoiceCounters.last} + 1` },
    })
    .returning({ last: invoiceCounters.last })
  return numberOf(kind, year, row!.last)
}
