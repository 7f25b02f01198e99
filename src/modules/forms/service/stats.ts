import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { formStats, forms } from '../tables.ts'

const dayOf = (ctx: Ctx, at: Date) => DateTime.fromJSDate(at, { zone: ctx.client.timeZone }).toISODate()!

/** One more of it, on the church’s day. */
export async function count(ctx: Ctx, formId: string, what: 'views' | 'starts' | 'completes'): Promise<void> {
  await ctx.db
    .insert(formStats)
    .values({ formId, day: dayOf(ctx, clock.now()), [what]: 1 })
    .onConflictDoUpdate({
      target: [formStats.clientId, formStats.formId, formStats.day],
      set: { [what]: sql`${formStats[what]} + 1` },
    })
}

/** Someone who had begun has left at that field. */
export async function countExit(ctx: Ctx, formId: string, key: string): Promise<void> {
  await ctx.db
    .insert(formStats)
    .values({ formId, day: dayOf(ctx, clock.now()), exits: { [key]: 1 } })
    .onConflictDoUpdate({
      target: [formStats.clientId, formStats.formId, formStats.day],
      set: {
        exits: sql`jsonb_set(${formStats.exits}, array[${key}::text], to_jsonb(coalesce((${formStats.exits} ->> ${key})::int, 0) + 1))`,
      },
    })
}

export async function stats(ctx: Ctx, { id, days: within }: { id: string; days: number }) {
  const [form] = await ctx.db.select({ draft: forms.draft }).from(forms).where(eq(forms.id, id))
  const { draft } = found(form, 'Form')
  const since = dayOf(ctx, new Date(clock.ms() - days(within)))
  const { day, views, starts, completes } = formStats
  const items = await ctx.db
    .select({ day, views, starts, completes })
    .from(formStats)
    .where(and(eq(formStats.formId, id), gt(formStats.day, since)))
    .orderBy(asc(formStats.day))
  const sum = (of: 'views' | 'starts' | 'completes') => items.reduce((total, row) => total + row[of], 0)
  const { rows: left } = await ctx.db.execute<{ key: string; count: number }>(sql`
    select e.key, sum(e.value::int)::int as count from form_stats s cross join jsonb_each_text(s.exits) e
    where s.client_id = ${ctx.client.id} and s.form_id = ${id} and s.day > ${since}
    group by e.key order by count desc, e.key limit 20`)
  const labels = new Map(draft.fields.map(field => [field.key, field.label]))
  const exits = left.map(({ key, count }) => ({ key, label: labels.get(key) ?? key, count }))
  return { exits, views: sum('views'), starts: sum('starts'), completes: sum('completes'), items }
}
