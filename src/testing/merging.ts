import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { referencesTo } from '#people/merging/service/rows.ts'
import type { aChurch } from './church.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
type Input = Parameters<Church['staff']['people']['create']>[0]

export const mail = (value: string) => ({ kind: 'email' as const, label: 'home' as const, value })
export const phone = (value: string) => ({ kind: 'phone' as const, label: 'mobile' as const, value })
export const make = (church: Church, input: Input) => church.staff.people.create(input)
export const now = (church: Church, id: string) => church.staff.people.get({ id })

/** Merges as the screen does: reads both, then says so. */
export async function merge(church: Church, keepId: string, goneId: string, picks = {}, by = church.staff) {
  const { kept, gone } = await by.merges.preview({ keepId, goneId })
  return by.merges.create({ keepId, goneId, keepVersion: kept.version, goneVersion: gone.version, picks })
}

export const rowsOf = (church: Church, query: string) =>
  church.inside(async ctx => (await ctx.db.execute<Record<string, any>>(sql.raw(query))).rows)

/** Everything of the two in every table, as it stands: what an undo must bring back. */
export async function picture(church: Church, ids: string[]) {
  const list = ids.map(id => `'${id}'`).join(', ')
  return church.inside(async ctx => {
    const all: Record<string, unknown> = {}
    const noise = `array['updated_at', 'version']`
    for (const { table, column } of await referencesTo(ctx, 'people')) {
      if (table === 'person_aliases') continue
      const only = table === 'timeline' ? `and type not like 'person.%merged'` : ''
      const query = `select coalesce(jsonb_agg(to_jsonb(t) - ${noise} order by to_jsonb(t)::text), '[]') as rows from ${table} t where ${column} in (${list}) ${only}`
      all[`${table}.${column}`] = (await ctx.db.execute<{ rows: unknown }>(sql.raw(query))).rows[0]!.rows
    }
    const people = `select jsonb_agg(to_jsonb(t) - ${noise} order by id) as rows from people t where id in (${list})`
    const items = `select jsonb_agg(to_jsonb(i) - ${noise} order by i.id) as rows from conversation_items i join conversations c on c.id = i.conversation_id where c.person_id in (${list})`
    const reads = `select jsonb_agg(to_jsonb(i) - ${noise} order by i.id) as rows from conversation_reads i join conversations c on c.id = i.conversation_id where c.person_id in (${list})`
    for (const [name, query] of Object.entries({ people, items, reads }))
      all[name] = (await ctx.db.execute<{ rows: unknown }>(sql.raw(query))).rows[0]!.rows
    return all
  })
}

/** A message of theirs, or a note of ours, in someone's thread; `at` orders them. */
export async function says(church: Church, personId: string, body: string) {
  const { id } = await church.staff.conversations.start({ personId })
  await church.inside(async ctx => {
    const { rows } = await ctx.db.execute<{ id: string }>(sql`
      insert into messages (channel, kind, direction, recipient, sender, body_text, state, dedupe_key, purpose, person_id)
      values ('sms', 'text', 'in', '+15125550100', '+15125550111', ${body}, 'delivered', ${randomUUID()}, 'conversational', ${personId}) returning id`)
    const item = await ctx.db.execute<{ id: string }>(sql`
      insert into conversation_items (conversation_id, kind, message_id, direction, body) values (${id}, 'message', ${rows[0]!.id}, 'in', ${body}) returning id`)
    await ctx.db.execute(sql`
      update conversations set last_item_id = ${item.rows[0]!.id}, last_in_id = ${item.rows[0]!.id}, last_at = now(), last_channel = 'sms', waiting_since = coalesce(waiting_since, now()) where id = ${id}`)
  })
  return id
}
export const unreadOf = async (church: Church, id: string) => (await church.staff.conversations.get({ id })).unread
