import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { phoneNumbers } from '#messaging/carrier/tables.ts'
import { forms } from '../tables.ts'

/** Forms that name a phone number of the church, however it is written there. */
export async function uses(ctx: Ctx, kind: string, id: string) {
  if (kind !== 'phone-number') return []
  const [row] = await ctx.db.select({ number: phoneNumbers.number }).from(phoneNumbers).where(eq(phoneNumbers.id, id))
  if (!row) return []
  const naming = sql`regexp_replace(to_jsonb(forms)::text, '[^0-9]', '', 'g') like ${`%${row.number.slice(-10)}%`}`
  const named = await ctx.db.$count(forms, and(isNull(forms.deletedAt), naming))
  return named
    ? [{ label: `${named === 1 ? 'One form names it' : `${named} forms name it`}`, href: '/dashboard/forms' }]
    : []
}
