import { and, eq, inArray } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { messages } from '#messaging/tables.ts'
import { notify } from '#notifications/service.ts'
import { phoneText } from '#people/rules/phone-text.ts'

/** Tells those who mind the numbers of a text of which nobody can say whether it left. */
export async function alertLostText(ctx: Ctx, { messageId }: { messageId: string }): Promise<void> {
  const [message] = await ctx.db.select({ to: messages.recipient }).from(messages).where(eq(messages.id, messageId))
  if (!message) return
  const keepers = await ctx.db
    .select({ userId: members.userId })
    .from(members)
    .where(and(inArray(members.role, ['owner', 'admin']), activeMember))
  await notify(
    ctx,
    keepers.map(one => one.userId),
    {
      type: 'text-lost',
      title: `We don’t know if a text to ${phoneText(message.to)} was sent`,
      body: 'The carrier has not responded for a day. Check with them before you send it again.',
      href: '/twilio?tab=sms&sms.status=unknown',
      dedupeKey: `text-lost:${messageId}`,
    },
  )
}
