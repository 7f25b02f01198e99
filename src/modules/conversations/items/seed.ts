import { sql } from 'drizzle-orm'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { amendPastMessages, recordPastMessages } from '#messaging/service/history.ts'
import { addToTimeline } from '#people/notes/service.ts'
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
  const at = wakingClock(clock.now(), ctx.client.timeZone)(hours(ago))
  const words = text.replace('{first}', thread.name.split(' ')[0]!)
  const isNote = who === 'note'
  const [messageId] = isNote ? [] : await (who === 'us' ? ours : theirs)(ctx, thread, words, at, nth)
  if (!messageId && !isNote) return
  const byUs = who === 'them' ? null : userId
  await ctx.db.execute(sql`
    insert into conversation_items (id, client_id, conversation_id, kind, message_id, user_id, body, search, direction, created_at, updated_at)
    select uuidv7(at - now()), ${ctx.client.id}::uuid, ${thread.id}::uuid, ${isNote ? 'note' : 'message'}, ${messageId ?? null}::uuid,
      ${byUs}::uuid, ${isNote ? words : ''}, ${words}, ${who === 'them' ? 'in' : 'out'}, at, at
    from (select ${at.toISOString()}::timestamptz as at) moment`)
  if (!messageId) return
  const type = who === 'them' ? 'message.in' : 'message.out'
  const entry = { personId: thread.person_id!, at, type, userId: byUs, data: { channel: 'sms' } }
  await addToTimeline(ctx, [{ ...entry, sourceKey: `message:${messageId}` }])
}

/** One of the texts of the demo's history gets these words and this reader. */
const ours = (ctx: Ctx, { number, name, person_id }: Thread, words: string, at: Date, nth: number) =>
  amendPastMessages(ctx, sql`select id from messages where dedupe_key = ${`demo-text:${nth + 40}`}`, {
    bodyText: words,
    recipient: number,
    recipientName: name,
    personId: person_id,
    state: 'delivered',
    errorCode: null,
    problem: null,
    at,
  })

const theirs = (ctx: Ctx, { number, name, person_id }: Thread, words: string, at: Date, nth: number) =>
  recordPastMessages(
    ctx,
    sql`
    select ${at.toISOString()}::timestamptz as at, channel, direction, sender, recipient, recipient_name, ${person_id}::uuid as person_id,
      ${name}::text as sender_name, ${words}::text as body_text, kind, purpose, state, ${`demo-before:${nth}`}::text as dedupe_key,
      ${`demo-before-${nth}`}::text as provider_id
    from messages where client_id = ${ctx.client.id} and sender = ${number} and direction = 'in' and provider_id like 'demo-%' limit 1`,
  )
