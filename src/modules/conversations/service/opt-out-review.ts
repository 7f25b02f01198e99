import { and, desc, eq } from 'drizzle-orm'
import { explicitStop, lift, suppressEverything } from '#consent/service.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { messages } from '#messaging/tables.ts'
import type { Thread } from '../contract.ts'
import { get } from '../service.ts'
import { conversationItems, conversations } from '../tables.ts'

/** From where they wrote, the newest first: someone may have several numbers. */
const sendersIn = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ channel: messages.channel, value: messages.sender })
    .from(conversationItems)
    .innerJoin(
      messages,
      and(eq(messages.clientId, conversationItems.clientId), eq(messages.id, conversationItems.messageId)),
    )
    .where(and(eq(conversationItems.conversationId, id), eq(conversationItems.direction, 'in')))
    .orderBy(desc(conversationItems.id))
    .limit(100)

/**
 * Someone has read what may be a no: it is one, or it is none. What was only taken for one is undone then; a STOP in
 * so many words is not theirs to lift.
 */
export async function resolveOptOutReview(ctx: Ctx, { id, stop }: { id: string; stop: boolean }): Promise<Thread> {
  const { review } = await get(ctx, { id })
  const senders = await sendersIn(ctx, id)
  if (!stop && review === 'fuzzy_stop')
    for (const { channel, value } of senders)
      await lift(ctx, [value], {
        channel,
        source: 'reply',
        except: explicitStop,
        reason: channel === 'sms' ? 'stop' : 'unsubscribed',
      })
  const number = senders.find(one => one.channel === 'sms')?.value
  if (stop && review === 'review' && number)
    await suppressEverything(ctx, { value: number, channel: 'sms', source: 'staff', evidence: { by: userOf(ctx) } })
  await ctx.db.update(conversations).set({ review: null }).where(eq(conversations.id, id))
  announce(ctx, 'conversations', id)
  return get(ctx, { id })
}
