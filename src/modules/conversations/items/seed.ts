import { sql } from 'drizzle-orm'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { wakingClock } from '#people/rules/church-hours.ts'
import threads from '../data/demo-threads.json' with { type: 'json' }

interface Before {
  who: string
  hours: number
  text: string
}
interface Thread {
  id: string
  number: string
  name: string
  person_id: string | null
}

/**
 * What was said in the demo's threads before their newest message. The church's own words are texts that it has sent
 * already, so that their number stays; the team has read all of it.
 */
export async function seedHistories(ctx: Ctx, userIds: string[]): Promise<void> {
  let taken = 0
  for (const { of, before } of threads) {
    const thread = await threadOf(ctx, of)
    // Nobody knows yet whose number it is, or the demo has fewer people.
    if (!thread?.person_id) continue
    for (const said of before) await write(ctx, thread, said, userIds[taken % userIds.length]!, taken++)
    await ctx.db.execute(sql`
      insert into conversation_reads (client_id, conversation_id, user_id, last_read_id)
      select ${ctx.client.id}::uuid, ${thread.id}::uuid, m.user_id, (select max(id::text)::uuid from conversation_items
        where client_id = ${ctx.client.id} and conversation_id = ${thread.id} and created_at < (
          select max(created_at) from conversation_items where client_id = ${ctx.client.id} and conversation_id = ${thread.id}))
      from members m where m.client_id = ${ctx.client.id}
      on conflict do nothing`)
  }
}

/** The thread of the demo's nth word. */
async function threadOf(ctx: Ctx, nth: number): Promise<Thread | undefined> {
  const { rows } = await ctx.db.execute<Thread & Record<string, unknown>>(sql`
    select c.id, c.person_id, m.sender as number, p.name from messages m
    join conversation_items i on i.client_id = m.client_id and i.message_id = m.id
    join conversations c on c.client_id = i.client_id and c.id = i.conversation_id
    left join people p on p.client_id = c.client_id and p.id = c.person_id
    where m.client_id = ${ctx.client.id} and m.provider_id = ${`demo-${nth}`}`)
  return rows[0]
}

async function write(ctx: Ctx, thread: Thread, { who, hours: ago, text }: Before, userId: string, nth: number) {
  const at = wakingClock(clock.now(), ctx.client.timeZone)(hours(ago)).toISOString()
  const words = text.replace('{first}', thread.name.split(' ')[0]!)
  const messageId = who === 'note' ? null : who === 'us' ? ours : theirs
  await ctx.db.execute(sql`
    with said as (${messageId ? messageId(ctx, thread, words, at, nth) : sql`select null::uuid as id`}), item as (
    insert into conversation_items (id, client_id, conversation_id, kind, message_id, user_id, body, search, direction, created_at, updated_at)
    select uuidv7(${at}::timestamptz - now()), ${ctx.client.id}::uuid, ${thread.id}::uuid, ${messageId ? 'message' : 'note'}, said.id,
      ${who === 'them' ? null : userId}::uuid, ${messageId ? '' : words}, ${words}, ${who === 'them' ? 'in' : 'out'}, ${at}::timestamptz, ${at}::timestamptz
    from said returning message_id)
    insert into timeline (person_id, at, type, user_id, data, source_key)
    select ${thread.person_id}::uuid, ${at}::timestamptz, ${who === 'them' ? 'message.in' : 'message.out'},
      ${who === 'them' ? null : userId}::uuid, '{"channel": "sms"}'::jsonb, 'message:' || message_id
    from item where message_id is not null on conflict do nothing`)
}

/** One of the texts of the demo's history gets these words and this reader. */
const ours = (ctx: Ctx, { number, name, person_id }: Thread, words: string, at: string, nth: number) => sql`
  update messages set body_text = ${words}, recipient = ${number}, recipient_name = ${name}, person_id = ${person_id}::uuid,
    state = 'delivered', error_code = null, problem = null, created_at = ${at}::timestamptz, sent_at = ${at}::timestamptz, updated_at = ${at}::timestamptz
  where client_id = ${ctx.client.id} and dedupe_key = ${`demo-text:${nth + 40}`} returning id`

const theirs = (ctx: Ctx, { number, name, person_id }: Thread, words: string, at: string, nth: number) => sql`
  insert into messages (client_id, channel, direction, sender, recipient, recipient_name, person_id, sender_name, body_text, kind, purpose, state,
    dedupe_key, provider, provider_id, created_at, updated_at, sent_at)
  select client_id, channel, direction, sender, recipient, recipient_name, ${person_id}::uuid, ${name}, ${words}, kind, purpose, state,
    ${`demo-before:${nth}`}, provider, ${`demo-before-${nth}`}, ${at}::timestamptz, ${at}::timestamptz, sent_at
  from messages where client_id = ${ctx.client.id} and sender = ${number} and direction = 'in' and provider_id like 'demo-%' limit 1 returning id`
