import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { carrierAccess, sendersOf } from '#messaging/carrier/service.ts'
import { messages } from '#messaging/tables.ts'
import { conversationItems } from '../tables.ts'

const ours = async (ctx: Ctx) => sendersOf(ctx, await carrierAccess(ctx))

/** Numbers of ours that a text of this thread may leave from; first the one that they wrote to last, or else the default. */
export async function sendersFor(ctx: Ctx, conversationId: string): Promise<{ number: string; name: string }[]> {
  const all = (await ours(ctx)).map(({ number, name }) => ({ number, name }))
  if (all.length < 2) return all
  const [last] = await ctx.db
    .select({ number: messages.recipient })
    .from(conversationItems)
    .innerJoin(
      messages,
      and(eq(messages.clientId, conversationItems.clientId), eq(messages.id, conversationItems.messageId)),
    )
    .where(
      and(
        eq(conversationItems.conversationId, conversationId),
        eq(messages.channel, 'sms'),
        eq(messages.direction, 'in'),
      ),
    )
    .orderBy(desc(conversationItems.id))
    .limit(1)
  return all.toSorted((a, b) => Number(b.number === last?.number) - Number(a.number === last?.number))
}

/** Refuses a number that is not ours, or that is switched off. */
export async function requireOwnSender(ctx: Ctx, from: string | undefined): Promise<void> {
  if (from && !(await ours(ctx)).some(one => one.number === from))
    throw invalid('from', 'Please choose one of your active numbers')
}
