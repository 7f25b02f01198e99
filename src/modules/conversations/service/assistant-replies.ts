import { and, desc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { send } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { textMail } from '../emails/answer.ts'
import { appendItem } from '../items/service/stored-items.ts'
import { lastMail } from '../items/service.ts'
import { channelsOf, selectConversation } from '../service.ts'
import { conversationItems, conversations } from '../tables.ts'
import { announceChatAnswer } from './chats.ts'

interface MachineReply {
  conversationId: string
  text: string
  /** The same key is written once. */
  key: string
  /** Nobody waits for an answer any more. */
  answers: boolean
}

/**
 * What a machine answers, on the channel on which they wrote last, past the send policy. It is marked in the thread.
 * @returns undefined where nothing could be sent
 */
export async function sendAsAssistant(ctx: Ctx, reply: MachineReply): Promise<string | undefined> {
  const { conversationId: id, text, key, answers } = reply
  const conversation = await selectConversation(ctx, id)
  const last = await lastInbound(ctx, id)
  const mine = { direction: 'out' as const, byAssistant: true, userId: null }
  let itemId: string
  if (last.chatId) {
    itemId = await appendItem(ctx, id, { ...mine, kind: 'chat', key, chatId: last.chatId, body: text })
    if (!itemId) return
    await announceChatAnswer(ctx, { chatId: last.chatId, key, text, userId: null })
  } else {
    if (last.channel !== 'sms' && last.channel !== 'email') return
    const mail = last.channel === 'email' ? await lastMail(ctx, id) : undefined
    const words = mail
      ? { ...textMail({ subject: mail.subject || 'Your message', text }), answers: mail.mailId }
      : { text }
    const [written] = await send(ctx, [
      {
        channel: last.channel,
        to: last.sender!,
        kind: 'assistant-auto-reply',
        purpose: 'conversational',
        ...words,
        dedupeKey: `assistant:${key}`,
        ...(conversation.personId && { toName: conversation.name }),
        ...(last.channel === 'sms' && last.recipient?.startsWith('+') && { from: last.recipient }),
      },
    ])
    if (!written!.id) return
    itemId = await appendItem(ctx, id, { ...mine, kind: 'message', messageId: written!.id })
    if (written!.state !== 'queued') return
  }
  if (answers) await ctx.db.update(conversations).set({ waitingSince: null }).where(eq(conversations.id, id))
  return itemId
}

/** The newest that they wrote, and where. */
async function lastInbound(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({
      chatId: conversationItems.chatId,
      channel: messages.channel,
      sender: messages.sender,
      recipient: messages.recipient,
    })
    .from(conversationItems)
    .leftJoin(
      messages,
      and(eq(messages.clientId, conversationItems.clientId), eq(messages.id, conversationItems.messageId)),
    )
    .where(
      and(
        eq(conversationItems.conversationId, id),
        eq(conversationItems.direction, 'in'),
        sql`${conversationItems.kind} in ('chat', 'message')`,
      ),
    )
    .orderBy(desc(conversationItems.id))
    .limit(1)
  return found(row, 'Message')
}

/** What a machine writes first, by text or email where nothing stands against it; it is marked in the thread. */
export async function writeAsAssistant(
  ctx: Ctx,
  { conversationId: id, text, key, subject }: Omit<MachineReply, 'answers'> & { subject: string },
): Promise<boolean> {
  const conversation = await selectConversation(ctx, id)
  const place = (await channelsOf(ctx, conversation)).find(({ channel, stopped }) => channel !== 'chat' && !stopped)
  if (!place || place.channel === 'chat') return false
  const words = place.channel === 'email' ? textMail({ subject, text }) : { text }
  const [written] = await send(ctx, [
    {
      channel: place.channel,
      to: place.value,
      kind: 'assistant-welcome',
      purpose: 'conversational',
      ...words,
      dedupeKey: `assistant:${key}`,
      ...(conversation.personId && { toName: conversation.name }),
    },
  ])
  if (!written!.id) return false
  await appendItem(ctx, id, {
    direction: 'out',
    byAssistant: true,
    userId: null,
    kind: 'message',
    messageId: written!.id,
  })
  return written!.state === 'queued'
}
