import { and, desc, eq, inArray, lt, ne, type SQL } from 'drizzle-orm'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { attachedTo } from '#messaging/attachments/service.ts'
import { channelRules } from '#messaging/channels/rules.ts'
import type { ReplyWord } from '#messaging/rules/reply-words.ts'
import { type NewMessage, send as sendMessages } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { callLine } from '#telephony/rules/states.ts'
import { callRecordings, calls } from '#telephony/tables.ts'
import type { Answer, Item } from '../contract.ts'
import { drop } from '../drafts/service.ts'
import { textMail } from '../emails/answer.ts'
import { conversationFiled } from '../events.ts'
import { requireAttachable } from '../service/attachments.ts'
import { answerChat } from '../service/chats.ts'
import { recordOpening } from '../service/confidentiality.ts'
import { watchMessage, watchVoicemail } from '../service/crisis.ts'
import { requireOwnSender } from '../service/senders.ts'
import { confirmVisitorAddress } from '../service/visitors.ts'
import { channelsOf, householdOf, peopleAt, selectConversation, threadOf } from '../service.ts'
import { conversationItems, conversations } from '../tables.ts'
import { appendItem, itemById, reopenConversation, SEARCHED, selectItems } from './service/stored-items.ts'

interface Asked {
  id: string
  cursor?: string
  limit: number
}

/** Newest first. */
export async function items(ctx: Ctx, { id, ...page }: Asked) {
  await recordOpening(ctx, await selectConversation(ctx, id))
  return pageOfItems(ctx, [id], page)
}

/** The same of everyone in the person's households whose thread may be seen. */
export async function householdItems(ctx: Ctx, { id, ...page }: Asked) {
  const family = await householdOf(ctx, await selectConversation(ctx, id))
  for (const each of family) await recordOpening(ctx, await selectConversation(ctx, each.conversationId))
  return pageOfItems(ctx, [id, ...family.map(each => each.conversationId)], page)
}

async function pageOfItems(ctx: Ctx, ids: string[], { cursor, limit }: Omit<Asked, 'id'>) {
  const rows = await selectItems(ctx)
    .where(and(inArray(conversationItems.conversationId, ids), cursor ? lt(conversationItems.id, cursor) : undefined))
    .orderBy(desc(conversationItems.id))
    .limit(limit)
  return { items: rows, nextCursor: rows.length === limit ? rows.at(-1)!.id : null }
}

/** An answer; `by` wrote it, where a job sends it. */
type Sent = Answer & { by?: string; notBefore?: Date }

/** Answers on one of their channels, past the gate. What may not be sent stands in the thread with its reason. */
export async function send(
  ctx: Ctx,
  { id, channel, text, subject, files, key, by, notBefore, from }: Sent,
): Promise<Item> {
  const conversation = await selectConversation(ctx, id)
  if (!by) await drop(ctx, id)
  if (channel === 'chat') return answerChat(ctx, { id, channel, text, subject, files, key, by })
  const known = await byKey(ctx, `conversation:${key}`)
  if (known) return known
  const place = (await channelsOf(ctx, conversation)).find(each => each.channel === channel)
  if (!place) throw invalid('channel', 'You can’t reach them this way')
  await requireAttachable(ctx, files, channel, by)
  await requireOwnSender(ctx, from)
  const { mailHeaders, contactPoint } = channelRules[channel]
  const last = mailHeaders ? await lastMail(ctx, id) : undefined
  const about = subject || last?.subject || 'A message for you'
  const words = mailHeaders ? { ...textMail({ subject: about, text }), answers: last?.mailId } : { text }
  return out(ctx, conversation, {
    channel,
    to: place.value,
    ...(conversation.personId && { toName: conversation.name }),
    ...words,
    files,
    kind: 'conversation',
    purpose: 'conversational',
    dedupeKey: `conversation:${key}`,
    by,
    notBefore,
    ...(contactPoint === 'phone' && from && { from }),
  })
}

/** Into the outbox and into the thread. */
async function out(
  ctx: Ctx,
  { id }: { id: string },
  { by = userOf(ctx)!, ...message }: NewMessage & { by?: string },
): Promise<Item> {
  const [written] = await sendMessages(ctx, [message])
  // Pressed twice at once: the first has written it, and its thread holds it.
  if (!written!.id) return found(await byKey(ctx, message.dedupeKey), 'Message')
  const item = await appendItem(ctx, id, { kind: 'message', messageId: written!.id, direction: 'out', userId: by })
  if (written!.state === 'queued')
    await ctx.db.update(conversations).set({ waitingSince: null }).where(eq(conversations.id, id))
  return itemById(ctx, item)
}

/** Sends once more what failed for a reason that passes. */
export async function retry(ctx: Ctx, { id, itemId }: { id: string; itemId: string }): Promise<Item> {
  const conversation = await selectConversation(ctx, id)
  const item = await itemById(ctx, itemId)
  const [row] = await ctx.db
    .select({ message: messages })
    .from(conversationItems)
    .innerJoin(
      messages,
      and(eq(messages.clientId, conversationItems.clientId), eq(messages.id, conversationItems.messageId)),
    )
    .where(and(eq(conversationItems.id, itemId), eq(conversationItems.conversationId, id)))
  const { message } = found(row, 'Message')
  const dedupeKey = `retry:${message.id}`
  const known = await byKey(ctx, dedupeKey)
  if (known) return known
  if (!item.mayRetry) throw new Failure('CONFLICT', 'Sending this again won’t help.')
  const { channel, recipient: to, recipientName: toName, subject, bodyText: text, bodyHtml: html, sender } = message
  const again = {
    channel,
    to,
    toName,
    subject,
    text,
    html,
    media: message.media,
    files: await attachedTo(ctx, message.id),
  }
  const from = channelRules[channel].contactPoint === 'phone' && sender.startsWith('+') ? sender : undefined
  return out(ctx, conversation, { ...again, from, kind: 'conversation', purpose: 'conversational', dedupeKey })
}

/** The newest mail that they wrote: an answer names it, so that their mail program puts both into one thread. */
export async function lastMail(ctx: Ctx, conversationId: string) {
  const [row] = await ctx.db
    .select({ mailId: messages.providerId, subject: messages.subject })
    .from(conversationItems)
    .innerJoin(
      messages,
      and(eq(messages.clientId, conversationItems.clientId), eq(messages.id, conversationItems.messageId)),
    )
    .where(
      and(
        eq(conversationItems.conversationId, conversationId),
        eq(messages.channel, 'email'),
        eq(messages.direction, 'in'),
      ),
    )
    .orderBy(desc(conversationItems.id))
    .limit(1)
  if (!row) return
  const subject = row.subject && !/^re:/i.test(row.subject) ? `Re: ${row.subject}` : row.subject
  return { subject, mailId: /^<[^<>\s]+>$/.test(row.mailId ?? '') ? row.mailId! : undefined }
}

async function byKey(ctx: Ctx, dedupeKey: string): Promise<Item | undefined> {
  const [row] = await selectItems(ctx).where(eq(messages.dedupeKey, dedupeKey))
  return row
}

interface Arrival {
  messageId: string
  word: ReplyWord | null
  automatic?: boolean
}

/** Puts what someone wrote into their thread: it opens again, and the members who have it open are told. */
export async function fileMessage(ctx: Ctx, { messageId, word, automatic = false }: Arrival) {
  // Filed before, and perhaps in another's thread by now.
  if (await isFiled(ctx, eq(conversationItems.messageId, messageId))) return
  const [message] = await ctx.db.select().from(messages).where(eq(messages.id, messageId))
  const { sender, answersId } = found(message, 'Message')
  // An answer to a mail that continued a chat continues that chat.
  const begun = answersId && !automatic ? await confirmVisitorAddress(ctx, answersId, sender) : undefined
  const id = begun ?? (await threadAt(ctx, sender))
  const [before] = await ctx.db.select().from(conversations).where(eq(conversations.id, id)).for('update')
  const { status, lastItemId, waitingSince } = before!
  await appendItem(ctx, id, { kind: 'message', messageId, direction: 'in' })
  // Nothing automatic follows a sign of danger: no keyword, no workflow.
  const isCrisis = !automatic && (await watchMessage(ctx, { message: message!, conversationId: id, word }))
  if (!isCrisis)
    await emit(ctx, conversationFiled, {
      messageId,
      conversationId: id,
      word,
      was: lastItemId ? status : 'closed',
      waited: waitingSince !== null,
    })
  // An absence notice waits for no answer and wakes nobody.
  if (automatic) return
  await reopenConversation(ctx, id, word === 'fuzzy_stop' || word === 'review' ? { review: word } : {})
}

/** One person has that address: it is them. Nobody, or a family: someone is asked. */
async function threadAt(ctx: Ctx, address: string): Promise<string> {
  const candidates = await peopleAt(ctx, address)
  return threadOf(ctx, candidates.length === 1 ? { personId: candidates[0]!.id } : { address })
}

/** What a member wrote elsewhere is in the thread as well. */
export async function fileSent(
  ctx: Ctx,
  { messageId, userId }: { messageId: string; userId: string | null },
): Promise<void> {
  const [message] = await ctx.db.select().from(messages).where(eq(messages.id, messageId))
  if (!message || (await isFiled(ctx, eq(conversationItems.messageId, messageId)))) return
  const id = await threadAt(ctx, message.recipient)
  await appendItem(ctx, id, { kind: 'message', messageId, direction: 'out', userId })
  // An automatic answer doesn’t count as one: the person still waits.
  if (message.state !== 'skipped' && !message.kind.endsWith('auto-reply') && message.kind !== 'workflow')
    await ctx.db.update(conversations).set({ waitingSince: null }).where(eq(conversations.id, id))
}

/** A call that is over stands in the thread once; one that nobody took waits for an answer. */
export async function fileCall(ctx: Ctx, { id: callId }: { id: string }): Promise<void> {
  const [call] = await ctx.db.select().from(calls).where(eq(calls.id, callId))
  if (!call?.endedAt) return
  const [message] = await ctx.db
    .select({ duration: callRecordings.duration, transcript: callRecordings.transcript })
    .from(callRecordings)
    .where(
      and(eq(callRecordings.callId, callId), eq(callRecordings.kind, 'voicemail'), ne(callRecordings.state, 'deleted')),
    )
    .orderBy(desc(callRecordings.id))
    .limit(1)
  const body = callLine(call, message)
  const [known] = await ctx.db
    .update(conversationItems)
    .set({ body, search: body.slice(0, SEARCHED) })
    .where(eq(conversationItems.callId, callId))
    .returning({ conversationId: conversationItems.conversationId })
  const watch = (conversationId: string) =>
    watchVoicemail(ctx, { callId, conversationId, transcript: message?.transcript ?? '' })
  // Its recording came later.
  if (known) {
    await watch(known.conversationId)
    return announce(ctx, 'conversations', known.conversationId)
  }
  const id = call.personId ? await threadOf(ctx, { personId: call.personId }) : await threadAt(ctx, call.theirs)
  await appendItem(ctx, id, { kind: 'call', callId, body, direction: call.direction, userId: call.userId })
  await watch(id)
  if (call.missed) await reopenConversation(ctx, id)
}

const isFiled = async (ctx: Ctx, which: SQL): Promise<boolean> => {
  const [row] = await ctx.db.select({ id: conversationItems.id }).from(conversationItems).where(which)
  return row !== undefined
}
