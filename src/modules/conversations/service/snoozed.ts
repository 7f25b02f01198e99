import { and, eq, lte, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { conversations } from '../tables.ts'

const due = (now: Date) => and(eq(conversations.status, 'snoozed'), lte(conversations.snoozedUntil, now))

export const accountsWithDueSnoozes = (now: Date) =>
  sql`select ${conversations.clientId} from ${conversations} where ${due(now)}`

/** Opens again what was put off until now. */
export async function wakeDueConversations(ctx: Ctx): Promise<void> {
  const woken = await ctx.db
    .update(conversations)
    .set({ status: 'open', snoozedUntil: null })
    .where(due(clock.now()))
    .returning({ id: conversations.id })
  for (const { id } of woken) announce(ctx, 'conversations', id)
}
