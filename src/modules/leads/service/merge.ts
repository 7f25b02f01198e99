import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { belongingInWords } from '#people/merging/rules/words.ts'
import type { MergePolicy } from '#people/merging/service/policies.ts'
import { recordRedirects } from '#people/merging/service/redirects.ts'
import { changeRow, type Move } from '#people/merging/service/rows.ts'
import { stageTitles } from '#people/rules/lead-stages.ts'
import type { Stage } from '../rules/stages.ts'
import { leads } from '../tables.ts'

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

/** "1 card on the board", of someone who is merged. */
async function describeCards(ctx: Ctx, personId: string): Promise<string | undefined> {
  const theirs = and(eq(leads.personId, personId), isNull(leads.deletedAt))
  return belongingInWords(await ctx.db.$count(leads, theirs), 'card on the board', 'cards on the board')
}

/** Which card stays, where both are on the board. */
async function describeJoin(ctx: Ctx, { keepId, goneId }: { keepId: string; goneId: string }): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ status: Stage; person: string }>(sql`
    select status, person_id as person from leads where person_id in (${keepId}, ${goneId}) and deleted_at is null and status <> 'closed'
    order by array_position(${sql.raw(stages)}, status) desc, person_id = ${keepId} desc, id`)
  const [stays, ...rest] = rows
  if (!stays || new Set(rows.map(row => row.person)).size < 2) return []
  if (rest.every(row => row.status === stays.status))
    return [`Both are on the board in ${stageTitles[stays.status]}. One card is kept, with the notes of both.`]
  const away = [...new Set(rest.map(row => stageTitles[row.status]))].join(' and ')
  return [
    `Both are on the board. The card in ${stageTitles[stays.status]} is kept, with the notes of the card in ${away}.`,
  ]
}

export const leadMerge: MergePolicy = {
  join: joinLeads,
  belongings: [{ order: 40, describe: describeCards }],
  describeJoin,
}
