import { eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { notify } from '#notifications/service.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import { type robocallAttempts, robocallRecipients } from '../tables.ts'
import { listCallers } from './notices.ts'

/** Someone who was called wants to talk, and nobody could answer: the team is told, once for each call. */
export async function noteCallback(ctx: Ctx, call: typeof robocallAttempts.$inferSelect): Promise<void> {
  const [recipient] = call.recipientId
    ? await ctx.db
        .select({ name: robocallRecipients.name })
        .from(robocallRecipients)
        .where(eq(robocallRecipients.id, call.recipientId))
    : []
  await notify(ctx, await listCallers(ctx), {
    type: 'robocall_callback',
    title: `${recipient?.name || phoneText(call.number)} asks for a call back`,
    body: phoneText(call.number),
    href: call.personId ? `/people/${call.personId}` : '/robocalls',
    dedupeKey: `robocall_callback:${call.messageId}`,
  })
}
