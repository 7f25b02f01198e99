import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { sendAsAssistant } from '#conversations/service/assistant-replies.ts'
import { conversations } from '#conversations/tables.ts'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { announce } from '#kernel/realtime.ts'
import { open, seal } from '#kernel/secrets.ts'
import { assistantThreads, assistantTurns } from '../tables.ts'
import { readSettings } from './settings.ts'
import { renderTemplate } from './templates.ts'

/** Churches whose assistant is on. */
export const accountsWithAssistant = () => sql`select client_id from assistant_settings where enabled`

/** Conversations that ended: closed by a member, or silent for a day after the assistant's answer. */
export async function completeEndedThreads(ctx: Ctx): Promise<void> {
  const dayAgo = new Date(clock.ms() - hours(24))
  const ended = await ctx.db
    .select({
      id: assistantThreads.id,
      conversationId: assistantThreads.conversationId,
      handler: assistantThreads.handler,
      status: conversations.status,
      asked: assistantThreads.ratingAskedAt,
      answered: assistantThreads.lastAnswerAt,
    })
    .from(assistantThreads)
    .innerJoin(
      conversations,
      and(eq(conversations.clientId, assistantThreads.clientId), eq(conversations.id, assistantThreads.conversationId)),
    )
    .where(
      and(
        ne(assistantThreads.status, 'completed'),
        or(
          eq(conversations.status, 'closed'),
          and(
            eq(assistantThreads.status, 'active'),
            eq(assistantThreads.handler, 'assistant'),
            lt(assistantThreads.lastAnswerAt, dayAgo),
            isNull(conversations.waitingSince),
          ),
        ),
      ),
    )
    .limit(200)
  if (ended.length === 0) return
  await ctx.db
    .update(assistantThreads)
    .set({ status: 'completed' })
    .where(
      inArray(
        assistantThreads.id,
        ended.map(({ id }) => id),
      ),
    )
  const { askRating } = await readSettings(ctx)
  const recent = clock.ms() - days(2)
  if (askRating)
    for (const { id, conversationId, handler, asked, answered } of ended)
      if (handler === 'assistant' && !asked && answered && answered.getTime() > recent)
        await requestRating(ctx, id, conversationId)
  announce(ctx, 'assistant')
}

const CONTEXT = 'assistant rating'
/** Once for each conversation: a link with one tap behind it. */
async function requestRating(ctx: Ctx, id: string, conversationId: string): Promise<void> {
  const link = `${env.publicUrl}/rate/${encodeURIComponent(seal(JSON.stringify([ctx.client.id, id]), CONTEXT))}`
  await ctx.db.update(assistantThreads).set({ ratingAskedAt: clock.now() }).where(eq(assistantThreads.id, id))
  await sendAsAssistant(ctx, {
    conversationId,
    text: await renderTemplate(ctx, 'rating', { link }),
    key: id,
    answers: false,
  })
}

export function readRatingLink(token: string): { clientId: string; threadId: string } | null {
  try {
    const [clientId, threadId] = JSON.parse(open(token, CONTEXT)) as [string, string]
    return { clientId, threadId }
  } catch {
    // Forged or cut off.
    return null
  }
}

/** 1 to 5; the last tap counts. Nothing is kept where the conversation became confidential meanwhile. */
export async function recordRating(ctx: Ctx, threadId: string, rating: number): Promise<void> {
  await ctx.db.update(assistantThreads).set({ rating }).where(eq(assistantThreads.id, threadId))
  announce(ctx, 'assistant')
}

/** Drafts that nobody wanted in a month. */
export const dropOldDrafts = (ctx: Ctx) =>
  ctx.db
    .update(assistantTurns)
    .set({ state: 'dropped' })
    .where(and(eq(assistantTurns.state, 'drafted'), lt(assistantTurns.createdAt, new Date(clock.ms() - days(30)))))
    .then(() => undefined)
