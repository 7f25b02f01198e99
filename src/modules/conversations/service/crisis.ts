import { and, desc, eq, sql } from 'drizzle-orm'
import type { CrisisSource } from '#crisis/service/sources.ts'
import { watchForCrisis } from '#crisis/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { unfamiliarText } from '#messaging/inbound-email/service/unfamiliar-text.ts'
import { letter } from '#messaging/rules/letter.ts'
import type { ReplyWord } from '#messaging/rules/reply-words.ts'
import { send, setConfidential } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { start as startCareHold } from '#people/care-holds/service.ts'
import { people } from '#people/tables.ts'
import { callRecordings, calls } from '#telephony/tables.ts'
import { conversationFiled } from '../events.ts'
import { conversationItems, conversations } from '../tables.ts'

interface Filed {
  message: typeof messages.$inferSelect
  conversationId: string
  word: ReplyWord | null
}

/**
 * Looks through what came in before anything else answers it. With a sign of danger the thread becomes confidential,
 * the fixed words go back on the same channel, and nothing automatic is sent to that person until someone lifts the hold.
 * @returns whether there was one
 */
export async function watchMessage(ctx: Ctx, { message, conversationId, word }: Filed): Promise<boolean> {
  const { id, channel, sender, subject, bodyText, quoted } = message
  // STOP goes before everything.
  if (word && word !== 'review' && word !== 'fuzzy_stop') return false
  const folded = await unfamiliarText(ctx, { messageId: id, address: sender, folded: quoted })
  const text = [subject, bodyText, folded].filter(Boolean).join('\n')
  const found = await watchForCrisis(ctx, { text, source: 'conversation', sourceId: id })
  if (!found) return false
  if (found.level === 'look') return true
  await closeThread(ctx, conversationId)
  const answer = {
    to: sender,
    kind: 'crisis-answer',
    purpose: 'confirmation' as const,
    dedupeKey: `crisis-answer:${id}`,
  }
  if (channel === 'sms') await send(ctx, [{ ...answer, channel, text: found.answer }])
  if (channel === 'email') {
    const mail = letter({ subject: 'We read your message', heading: 'You are not alone', lines: [found.answer] })
    await send(ctx, [{ ...answer, channel, ...mail, purpose: 'transactional' }])
  }
  return true
}

interface Voicemail {
  callId: string
  conversationId: string
  /** By the carrier; empty until it comes. */
  transcript: string
}

/** Looks through what the carrier understood of a voicemail. Nobody is answered: a person calls back. */
export async function watchVoicemail(ctx: Ctx, { callId, conversationId, transcript }: Voicemail): Promise<void> {
  if (!transcript) return
  const found = await watchForCrisis(ctx, { text: transcript, source: 'voicemail', sourceId: callId })
  if (found?.level === 'page') await closeThread(ctx, conversationId)
}

/** Someone has read a message that might have been a sign of danger, and found none: keywords and workflows may follow. */
export async function releaseMessage(ctx: Ctx, messageId: string): Promise<void> {
  const [item] = await ctx.db
    .select({ conversationId: conversationItems.conversationId, was: conversations.status })
    .from(conversationItems)
    .innerJoin(
      conversations,
      and(
        eq(conversations.clientId, conversationItems.clientId),
        eq(conversations.id, conversationItems.conversationId),
      ),
    )
    .where(eq(conversationItems.messageId, messageId))
  if (item) await emit(ctx, conversationFiled, { ...item, messageId, word: null, waited: true })
}

/** For those who may read confidential threads; its person hears from nobody but people. */
export async function closeThread(ctx: Ctx, conversationId: string): Promise<void> {
  const [thread] = await ctx.db
    .update(conversations)
    .set({ confidential: true })
    .where(eq(conversations.id, conversationId))
    .returning({ personId: conversations.personId })
  await setConfidential(
    ctx,
    ctx.db
      .select({ id: sql<string>`${conversationItems.messageId}` })
      .from(conversationItems)
      .where(
        sql`${conversationItems.conversationId} = ${conversationId} and ${conversationItems.messageId} is not null`,
      ),
    true,
  )
  if (thread?.personId)
    await startCareHold(ctx, { personId: thread.personId, until: null, isHousehold: false, reason: '' })
  announce(ctx, 'conversations', conversationId)
}

/** The same for a line of a chat, once it is filed. */
export async function closeThreadOfChat(ctx: Ctx, chatId: string): Promise<void> {
  const id = await threadOfChat(ctx, chatId)
  if (id) await closeThread(ctx, id)
}
export async function threadOfChat(ctx: Ctx, chatId: string): Promise<string | undefined> {
  const [item] = await ctx.db
    .select({ id: conversationItems.conversationId })
    .from(conversationItems)
    .where(eq(conversationItems.chatId, chatId))
    .limit(1)
  return item?.id
}

/** What the person who took a crisis alert reads. */
export const readForCrisis: CrisisSource = async (ctx, id) => {
  const [row] = await ctx.db
    .select({
      text: sql<string>`concat_ws(E'\\n\\n', nullif(${messages.subject}, ''), ${messages.bodyText}, nullif(${messages.quoted}, ''))`,
      sender: messages.sender,
      channel: messages.channel,
      name: people.name,
      thread: conversations.id,
    })
    .from(messages)
    .leftJoin(conversationItems, eq(conversationItems.messageId, messages.id))
    .leftJoin(conversations, eq(conversations.id, conversationItems.conversationId))
    .leftJoin(people, eq(people.id, conversations.personId))
    .where(eq(messages.id, id))
  if (!row) return null
  return {
    text: row.text,
    name: row.name,
    href: row.thread ? `/conversations?c=${row.thread}` : null,
    email: row.channel === 'email' ? row.sender : null,
    phone: row.channel === 'sms' ? row.sender : null,
  }
}

/** The same of a voicemail. */
export const readVoicemailForCrisis: CrisisSource = async (ctx, callId) => {
  const [row] = await ctx.db
    .select({
      text: callRecordings.transcript,
      phone: calls.theirs,
      name: people.name,
      thread: conversationItems.conversationId,
    })
    .from(calls)
    .innerJoin(callRecordings, and(eq(callRecordings.clientId, calls.clientId), eq(callRecordings.callId, calls.id)))
    .leftJoin(conversationItems, eq(conversationItems.callId, calls.id))
    .leftJoin(people, eq(people.id, calls.personId))
    .where(and(eq(calls.id, callId), eq(callRecordings.kind, 'voicemail')))
    .orderBy(desc(callRecordings.id))
    .limit(1)
  if (!row) return null
  const { text, phone, name, thread } = row
  return { text: text ?? '', phone, name, email: null, href: thread ? `/conversations?c=${thread}` : null }
}
