import { and, eq, inArray, sql } from 'drizzle-orm'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { messageFiles } from '#messaging/attachments/tables.ts'
import { transient } from '#messaging/carrier/rules.ts'
import { setConfidential } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { callRecordings, calls } from '#telephony/tables.ts'
import type { Item } from '../../contract.ts'
import { selectConversation } from '../../service.ts'
import { chatFiles, conversationItems, conversations } from '../../tables.ts'

/** It came back for a reason that passes: what would come back the same is not offered again. */
const mayRetry =
  () => sql<boolean>`coalesce(${messages.direction} = 'out' and ${messages.state} in ('failed', 'undelivered')
  and (${messages.errorCode} = 'later' or ${inArray(messages.errorCode, [...transient])}) and not exists (select from messages again
  where again.client_id = ${messages.clientId} and again.dedupe_key = 'retry:' || ${messages.id}), false)`

/** Items as the contract shows them, each with its message, call and author. */
export const selectItems = (ctx: Ctx) =>
  ctx.db
    .select({
      id: conversationItems.id,
      conversationId: conversationItems.conversationId,
      messageId: conversationItems.messageId,
      address: sql<string>`coalesce(case ${messages.direction} when 'in' then ${messages.sender} else ${messages.recipient} end, ${calls.theirs}, '')`,
      ours: sql<string>`coalesce(case ${messages.direction} when 'in' then ${messages.recipient} else ${messages.sender} end, ${calls.ours}, '')`,
      kind: conversationItems.kind,
      direction: conversationItems.direction,
      channel: sql<
        Item['channel']
      >`case ${conversationItems.kind} when 'call' then 'voice' when 'chat' then 'chat' else ${messages.channel} end`,
      subject: sql<string>`case ${conversationItems.kind} when 'chat' then '' else coalesce(${messages.subject}, '') end`,
      text: sql<string>`case ${conversationItems.kind} when 'chat' then ${conversationItems.body} else coalesce(${messages.bodyText}, ${conversationItems.body}) end`,
      quoted: sql<string>`coalesce(${messages.quoted}, '')`,
      hasOriginal: sql<boolean>`${messages.arrivedMailId} is not null`,
      files: sql<Item['files']>`coalesce((select jsonb_agg(jsonb_build_object('id', f.file_id, 'name', f.name,
        'contentType', f.content_type, 'size', f.size) order by f.id) from ${messageFiles} f
        where f.client_id = ${messages.clientId} and f.message_id = ${messages.id} and ${conversationItems.chatId} is null),
        (select jsonb_agg(jsonb_build_object('id', f.file_id, 'name', f.name, 'contentType', f.content_type, 'size', f.size)
        order by f.id) from ${chatFiles} f where f.client_id = ${conversationItems.clientId}
        and f.chat_id = ${conversationItems.chatId} and f.said = ${conversationItems.key}), '[]')`,
      mayRetry: mayRetry(),
      state: messages.state,
      skipReason: messages.skipReason,
      problem: messages.problem,
      author: sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      call: sql<
        Item['call']
      >`case when ${calls.id} is not null then jsonb_build_object('id', ${calls.id}, 'state', ${calls.state},
        'missed', ${calls.missed}, 'recorded', ${calls.recorded}, 'duration', ${calls.duration},
        'written', exists (select from ${callRecordings} r where r.client_id = ${calls.clientId} and r.call_id = ${calls.id}
          and r.transcript is not null)) end`,
      byAssistant: conversationItems.byAssistant,
      at: conversationItems.createdAt,
    })
    .from(conversationItems)
    .leftJoin(
      messages,
      and(eq(messages.clientId, conversationItems.clientId), eq(messages.id, conversationItems.messageId)),
    )
    .leftJoin(calls, and(eq(calls.clientId, conversationItems.clientId), eq(calls.id, conversationItems.callId)))
    .leftJoin(users, eq(users.id, conversationItems.userId))

export async function itemById(ctx: Ctx, id: string): Promise<Item> {
  const [row] = await selectItems(ctx).where(eq(conversationItems.id, id))
  return found(row, 'Message')
}

type NewItem = Pick<
  typeof conversationItems.$inferInsert,
  | 'key'
  | 'id'
  | 'kind'
  | 'messageId'
  | 'callId'
  | 'chatId'
  | 'authorName'
  | 'body'
  | 'direction'
  | 'userId'
  | 'mentions'
  | 'byAssistant'
>

/** @returns its id; empty if it stands there already */
export async function appendItem(ctx: Ctx, conversationId: string, item: NewItem): Promise<string> {
  const said = item.messageId ? await saidIn(ctx, item.messageId) : undefined
  const [row] = await ctx.db
    .insert(conversationItems)
    .values({ ...item, conversationId, search: (said?.words ?? item.body ?? '').slice(0, SEARCHED) })
    .onConflictDoNothing()
    .returning({ id: conversationItems.id })
  // Two clicks at once: the first has written it.
  if (!row) return ''
  const channel = item.kind === 'call' ? 'voice' : item.kind === 'chat' ? 'chat' : said?.channel
  await ctx.db
    .update(conversations)
    .set({
      lastItemId: row.id,
      lastAt: clock.now(),
      ...(channel && { lastChannel: channel }),
      ...(item.direction === 'in' && { lastInId: sql`greatest(${conversations.lastInId}, ${row.id}::uuid)` }),
    })
    .where(eq(conversations.id, conversationId))
  const { confidential, personId } = await selectConversation(ctx, conversationId)
  if (confidential && item.messageId) await setConfidential(ctx, sql`(${item.messageId}::uuid)`, true)
  else if (personId && item.messageId) await onTimeline(ctx, personId, item, said?.channel)
  announce(ctx, 'conversations', conversationId)
  return row.id
}

/** That there were words, and by which way; never the words. */
const onTimeline = (ctx: Ctx, personId: string, { messageId, direction, userId }: NewItem, channel?: string) =>
  addToTimeline(ctx, [
    {
      personId,
      at: clock.now(),
      userId: userId ?? null,
      type: `message.${direction}`,
      data: { channel },
      sourceKey: `message:${messageId}`,
    },
  ])

/** So much of a message is searched, in characters. */
export const SEARCHED = 8_000

async function saidIn(ctx: Ctx, messageId: string) {
  const [row] = await ctx.db
    .select({
      channel: messages.channel,
      words: sql<string>`concat_ws(' ', nullif(${messages.subject}, ''), ${messages.bodyText})`,
    })
    .from(messages)
    .where(eq(messages.id, messageId))
  return row
}

/** Someone waits for us. */
export async function reopenConversation(ctx: Ctx, id: string, more: { review?: string } = {}): Promise<void> {
  await ctx.db
    .update(conversations)
    .set({
      status: 'open',
      snoozedUntil: null,
      waitingSince: sql`coalesce(${conversations.waitingSince}, ${clock.now()})`,
      ...more,
    })
    .where(eq(conversations.id, id))
}
