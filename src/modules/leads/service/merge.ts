import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import type { MergePolicy } from '#people/merging/service/policies.ts'
import { recordRedirects } from '#people/merging/service/redirects.ts'
import { changeRow, type Move } from '#people/merging/service/rows.ts'

/** How far along the board; a card that is further stays, and at the same place the one that stays keeps theirs. */
const stages = `array['new', 'contacted', 'qualified', 'proposal']`

/**
 * Both on the board: the card that is further along stays, with the other's words and value where it has none. The other
 * one is put away, and its history with it.
 */
async function joinLeads(ctx: Ctx, { mergeId, from, to }: Move): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: string; person: string }>(sql`
    select id, person_id as person from leads where person_id in (${from}, ${to}) and deleted_at is null and status <> 'closed'
    order by array_position(${sql.raw(stages)}, status) desc, person_id = ${to} desc, id for update`)
  const [stays, ...rest] = rows.map(row => row.id)
  if (!stays || new Set(rows.map(row => row.person)).size < 2) return
  const others = sql`(select * from leads where id = any(${sql.param(rest)}::uuid[]))`
  await changeRow(ctx, mergeId, 'leads', sql`t.id = ${stays}`, {
    notes: sql`concat_ws(E'\\n\\n', nullif(t.notes, ''), (select string_agg(nullif(o.notes, ''), E'\\n\\n' order by o.id) from ${others} o))`,
    value: sql`coalesce(t.value, (select max(o.value) from ${others} o))`,
    assigned_to: sql`coalesce(t.assigned_to, (select o.assigned_to from ${others} o where o.assigned_to is not null order by o.id limit 1))`,
    source: sql`coalesce(t.source, (select o.source from ${others} o where o.source is not null order by o.id limit 1))`,
    follow_up_at: sql`least(t.follow_up_at, (select min(o.follow_up_at) from ${others} o))`,
  })
  await changeRow(ctx, mergeId, 'leads', sql`t.id = any(${sql.param(rest)}::uuid[])`, { deleted_at: sql`now()` })
  await changeRow(ctx, mergeId, 'person_aliases', sql`t.lead_id = any(${sql.param(rest)}::uuid[])`, {
    lead_id: sql`${stays}::uuid`,
  })
  await recordRedirects(
    ctx,
    rest.map(id => ({ id, personId: to, leadId: stays, mergeId })),
  )
  announce(ctx, 'leads')
}

export const leadMerge: MergePolicy = { join: joinLeads }
