import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { personAliases } from '../tables.ts'
import { changeRow, dropRow, type Move, moveRows } from './rows.ts'

/**
 * Two threads become one: items are sorted by their ids, which carry their time, so that moving them puts them in order.
 * Written past the module that owns the rows, since one transaction holds a merge; a test holds it against the database.
 */

interface Pair {
  kept?: string
  gone?: string
}

async function threadsOf(ctx: Ctx, { from, to }: Move): Promise<Pair> {
  const { rows } = await ctx.db.execute<{ id: string; kept: boolean }>(sql`
    select id, person_id = ${to} as kept from conversations where person_id in (${from}, ${to}) order by id for update`)
  return { kept: rows.find(row => row.kept)?.id, gone: rows.find(row => !row.kept)?.id }
}

/** Where only one of the two has a thread, it is moved like everything else. */
export async function joinThreads(ctx: Ctx, move: Move): Promise<void> {
  const { kept, gone } = await threadsOf(ctx, move)
  if (!kept || !gone) return
  const { mergeId } = move
  await readAsFar(ctx, mergeId, kept, gone)
  await joinHeads(ctx, mergeId, kept, gone)
  await moveRows(ctx, 'conversations', { mergeId, from: gone, to: kept })
  await dropRow(ctx, mergeId, 'conversations', sql`t.id = ${gone}`)
  await ctx.db.insert(personAliases).values({ id: gone, personId: move.to, conversationId: kept, mergeId })
  await refreshThread(ctx, kept)
  await hide(ctx, mergeId, kept)
  announce(ctx, 'conversations', kept)
}

/** A member with something unread in one of them has it unread in the merged one: they have read as far as just before it. */
async function readAsFar(ctx: Ctx, mergeId: string, kept: string, gone: string): Promise<void> {
  const [both, none] = [sql`(${kept}::uuid, ${gone}::uuid)`, sql`'00000000-0000-0000-0000-000000000000'::uuid`]
  const upTo = (id: string) =>
    sql`coalesce((select r.last_read_id from conversation_reads r where r.conversation_id = ${id} and r.user_id = u.user_id), ${none})`
  const unread = (id: string) => sql`
    (select i.id from conversation_items i where i.conversation_id = ${id} and i.direction = 'in' and i.id > ${upTo(id)} order by i.id limit 1)`
  const { rows } = await ctx.db.execute<{ user: string; item: string | null }>(sql`
    with users as (select distinct user_id from conversation_reads where conversation_id in ${both}),
    firsts as (select u.user_id, least(${unread(kept)}, ${unread(gone)}) as first,
      greatest(${upTo(kept)}, ${upTo(gone)}) as furthest from users u)
    select user_id as "user", case when first is null then nullif(furthest, ${none}) else (select i.id from conversation_items i
      where i.conversation_id in ${both} and i.id < first order by i.id desc limit 1) end as item from firsts`)
  const read = JSON.stringify(rows.map(({ user, item }) => ({ user_id: user, item })))
  await changeRow(ctx, mergeId, 'conversation_reads', sql`t.conversation_id = ${kept}`, {
    last_read_id: sql`(select r.item from jsonb_to_recordset(${read}::jsonb) as r(user_id uuid, item uuid) where r.user_id = t.user_id)`,
  })
  // Who has opened only the other one: theirs comes along when its rows are moved.
  await changeRow(
    ctx,
    mergeId,
    'conversation_reads',
    sql`t.conversation_id = ${gone} and not exists (select from conversation_reads k where k.conversation_id = ${kept} and k.user_id = t.user_id)`,
    {
      last_read_id: sql`(select r.item from jsonb_to_recordset(${read}::jsonb) as r(user_id uuid, item uuid) where r.user_id = t.user_id)`,
    },
  )
}

/** Open if one of them is; waiting since the earlier of the two; confidential if one of them is. */
const joinHeads = (ctx: Ctx, mergeId: string, kept: string, gone: string) => {
  const other = (column: string) => sql`(select o.${sql.identifier(column)} from conversations o where o.id = ${gone})`
  const status = other('status')
  return changeRow(ctx, mergeId, 'conversations', sql`t.id = ${kept}`, {
    status: sql`case when 'open' in (t.status, ${status}) then 'open' when 'snoozed' in (t.status, ${status}) then 'snoozed' else t.status end`,
    snoozed_until: sql`case when 'open' in (t.status, ${status}) then null else least(t.snoozed_until, ${other('snoozed_until')}) end`,
    assigned_to: sql`coalesce(t.assigned_to, ${other('assigned_to')})`,
    waiting_since: sql`least(t.waiting_since, ${other('waiting_since')})`,
    review: sql`coalesce(t.review, ${other('review')})`,
    confidential: sql`t.confidential or ${other('confidential')}`,
    last_channel: sql`case when t.last_at >= ${other('last_at')} then t.last_channel else ${other('last_channel')} end`,
  })
}

/** What a thread says of its newest items, read from the items. */
export async function refreshThread(ctx: Ctx, id: string): Promise<void> {
  const newest = sql`select i.* from conversation_items i where i.conversation_id = ${id}`
  await ctx.db.execute(sql`
    update conversations t set last_item_id = n.id, last_at = coalesce(n.created_at, t.last_at), last_in_id = i.id
    from (select true) x
    left join lateral (${newest} order by i.id desc limit 1) n on true
    left join lateral (${newest} and i.direction = 'in' order by i.id desc limit 1) i on true
    where t.id = ${id}`)
}

/** The messages of a confidential thread are out of sight wherever else they are listed. */
const hide = (ctx: Ctx, mergeId: string, kept: string) =>
  changeRow(
    ctx,
    mergeId,
    'messages',
    sql`not t.confidential and exists (select from conversations c where c.id = ${kept} and c.confidential)
      and t.id in (select i.message_id from conversation_items i where i.conversation_id = ${kept} and i.message_id is not null)`,
    { confidential: sql`true` },
  )

/** How far along the board; a card that is further stays, and at the same place the one that stays keeps theirs. */
const stages = `array['new', 'contacted', 'qualified', 'proposal']`

/**
 * Both on the board: the card that is further along stays, with the other's words and value where it has none. The other
 * one is put away, and its history with it.
 */
export async function joinLeads(ctx: Ctx, { mergeId, from, to }: Move): Promise<void> {
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
  await ctx.db.insert(personAliases).values(rest.map(id => ({ id, personId: to, leadId: stays, mergeId })))
  announce(ctx, 'leads')
}
