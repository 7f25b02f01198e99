import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import type { MergePolicy } from '#people/merging/service/policies.ts'
import { recordRedirects } from '#people/merging/service/redirects.ts'
import { changeRow, dropRow, type Move, moveRows } from '#people/merging/service/rows.ts'

/**
 * Two threads of people who are merged become one: items are sorted by their ids, which carry their time, so that moving
 * them puts them in order.
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
async function joinThreads(ctx: Ctx, move: Move): Promise<void> {
  const { kept, gone } = await threadsOf(ctx, move)
  if (!kept || !gone) return
  const { mergeId } = move
  await readAsFar(ctx, mergeId, kept, gone)
  await joinHeads(ctx, mergeId, kept, gone)
  await moveRows(ctx, 'conversations', { mergeId, from: gone, to: kept })
  await dropRow(ctx, mergeId, 'conversations', sql`t.id = ${gone}`)
  await recordRedirects(ctx, [{ id: gone, personId: move.to, conversationId: kept, mergeId }])
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
async function refreshThread(ctx: Ctx, id: string): Promise<void> {
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

export const conversationMerge: MergePolicy = {
  join: joinThreads,
  async refresh(ctx, rows) {
    for (const id of rows.get('conversations') ?? []) await refreshThread(ctx, id)
  },
}
