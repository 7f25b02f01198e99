import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { conversations } from '#conversations/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { send } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { people } from '#people/tables.ts'
import { LONGEST, SHORTEST } from '../rules/options.ts'
import { prayerRequests } from '../tables.ts'
import { addRequest } from './intake.ts'
import { readSettings } from './settings.ts'

const KEYWORD = /^\s*pray(?:er)?\b[\s:,.-]*/i

/** A text that begins with PRAY becomes a request that the staff reads, once. Texts with a sign of danger don’t come here. */
export async function addTextedRequest(ctx: Ctx, { messageId, conversationId, word }: Filed): Promise<void> {
  const [message] = await ctx.db.select().from(messages).where(eq(messages.id, messageId))
  if (message?.channel !== 'sms' || message.direction !== 'in' || (word && word !== 'review')) return
  if (!KEYWORD.test(message.bodyText) || !(await readSettings(ctx)).keyword) return
  if ((await ctx.db.$count(prayerRequests, eq(prayerRequests.id, messageId))) > 0) return
  const text = message.bodyText.replace(KEYWORD, '').trim().slice(0, LONGEST)
  const reply = (words: string) =>
    send(ctx, [
      {
        channel: 'sms',
        to: message.sender,
        text: words,
        kind: 'prayer-text',
        purpose: 'confirmation',
        dedupeKey: `prayer-text:${messageId}`,
      },
    ])
  if (text.length < SHORTEST) {
    await reply('What may we pray for? Please reply with PRAY and your request.')
    return
  }
  const [thread] = await ctx.db
    .select({ personId: conversations.personId, name: people.name })
    .from(conversations)
    .leftJoin(people, eq(people.id, conversations.personId))
    .where(eq(conversations.id, conversationId))
  await addRequest(ctx, {
    id: messageId ?? randomUUID(),
    text,
    source: 'text',
    consent: 'text',
    phone: message.sender,
    personId: thread?.personId ?? null,
    name: thread?.name ?? '',
  })
  await reply('Thank you. We received your prayer request and will pray with you.')
}

interface Filed {
  messageId: string
  conversationId: string
  word: string | null
}
