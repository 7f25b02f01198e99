import { eq, sql } from 'drizzle-orm'
import { fileMessage } from '#conversations/items/service.ts'
import { sendAsAssistant } from '#conversations/service/assistant-replies.ts'
import { redateConversation, redateItem } from '#conversations/service/history.ts'
import { list } from '#conversations/service/list.ts'
import { threadOf } from '#conversations/service.ts'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Demo } from '#kernel/server-modules.ts'
import { amendPastMessages } from '#messaging/service/history.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { moveOnTimeline } from '#people/notes/service.ts'
import { wakingClock } from '#people/rules/church-hours.ts'
import { personById } from '#people/service.ts'
import demo from './data/demo.json' with { type: 'json' }
import { isQuestion } from './rules/topics.ts'
import { lockThread, readWaitingMessage } from './service/conversation-state.ts'
import { createDefaults } from './service/defaults.ts'
import { indexSourceText } from './service/passage-index.ts'
import { decideReply } from './service/reply-decision.ts'
import { readSettings } from './service/settings.ts'
import {
  assistantAutomations,
  assistantQuestions,
  assistantSettings,
  assistantThreads,
  assistantTurns,
  knowledgeSources,
} from './tables.ts'

/** Knowledge of the demo church, an assistant that is on, and what it did in the last days. */
export async function seedAssistant(ctx: Ctx, { userIds, personIds }: Demo): Promise<void> {
  await createDefaults(ctx)
  const approvedBy = userIds[0]!
  const sources = [
    ...demo.faqs.map(({ question, answer }) => ({ kind: 'faq' as const, title: question, body: answer })),
    ...demo.pages.map(({ title, text }) => ({ kind: 'page' as const, title, body: text })),
  ]
  for (const source of sources) {
    const [row] = await ctx.db
      .insert(knowledgeSources)
      .values({ ...source, approvedBy, isDoctrine: source.title === 'What we believe' })
      .returning()
    await indexSourceText(ctx, row!.id, source.title, source.body)
  }
  await answerOld(ctx, personIds)
  await suggestNow(ctx)
  // Last, so that what was filed here is not heard a second time.
  await ctx.db.insert(assistantSettings).values({ enabled: true, enabledBy: approvedBy, enabledAt: clock.now() })
}

interface Told {
  conversationId: string
  state: 'sent' | 'drafted'
  at: Date
  rating?: number
}

/** What the engine makes of the newest words of a thread; nothing is invented for the demo. */
async function decideIn(ctx: Ctx, { conversationId, state, at, rating }: Told): Promise<void> {
  const locked = await lockThread(ctx, conversationId)
  const waiting = locked && (await readWaitingMessage(ctx, conversationId, null))
  if (!locked || !waiting?.question) return
  const thought = await decideReply(ctx, waiting.question, await readSettings(ctx))
  const text = thought.passage?.text ?? 'I’m passing this to a person on our team. They will answer you here.'
  const isReply = thought.action === 'reply' && thought.passage !== null
  const [automation] = await ctx.db
    .select()
    .from(assistantAutomations)
    .where(eq(assistantAutomations.trigger, waiting.channel))
  const [turn] = await ctx.db
    .insert(assistantTurns)
    .values({
      conversationId,
      itemId: waiting.itemId,
      question: waiting.question,
      action: isReply ? 'reply' : 'handoff',
      state,
      reason: thought.reason,
      body: text,
      intent: thought.intent,
      confidence: thought.confidence,
      createdAt: at,
      sourceIds: thought.passage ? [thought.passage.sourceId] : [],
      tookMs: 2_400,
      automationId: automation?.id ?? null,
    })
    .returning()
  const isUnanswered = thought.reason === 'no_answer' || thought.reason === 'low_confidence'
  if (isUnanswered && isQuestion(waiting.question))
    await ctx.db
      .insert(assistantQuestions)
      .values({ conversationId, body: waiting.question, sameAs: waiting.question.toLowerCase(), createdAt: at })
  const sent =
    state === 'sent' ? await sendAsAssistant(ctx, { conversationId, text, key: turn!.id, answers: isReply }) : undefined
  await ctx.db
    .update(assistantThreads)
    .set({
      intent: thought.intent,
      confidence: thought.confidence,
      reason: thought.reason,
      rating: rating ?? null,
      status: isReply ? (sent ? 'completed' : 'active') : 'escalated',
      turns: sent ? 1 : 0,
      ...(sent && { lastAnswerAt: at, introduced: true }),
    })
    .where(eq(assistantThreads.id, locked.thread.id))
  if (sent) await deliveredAt(ctx, sent, at)
}

/** Delivered then, not by the next run of the queue: it may be night at the church. */
async function deliveredAt(ctx: Ctx, itemId: string, at: Date): Promise<void> {
  const item = await redateItem(ctx, { id: itemId }, at)
  if (!item?.messageId) return
  await amendPastMessages(ctx, sql`select ${item.messageId}::uuid`, { state: 'delivered', at })
  await moveOnTimeline(ctx, `message:${item.messageId}`, at)
}

/** Questions by email of people who have not written before, answered at once. */
async function answerOld(ctx: Ctx, personIds: readonly string[]): Promise<void> {
  const waking = wakingClock(clock.now(), ctx.client.timeZone)
  let at = 0
  for (const personId of personIds.toReversed()) {
    const asked = demo.asked[at]
    if (!asked) return
    const { email, name } = await personById(ctx, personId)
    if (!email) continue
    const inbound = {
      channel: 'email' as const,
      from: email,
      fromName: name,
      to: '',
      subject: 'A question',
      text: asked.text,
    }
    const messageId = await receiveMessage(ctx, { ...inbound, provider: 'sandbox', providerId: `demo-assistant-${at}` })
    if (!messageId) continue
    await fileMessage(ctx, { messageId, word: null })
    const when = waking(hours(asked.hours))
    await amendPastMessages(ctx, sql`select ${messageId}::uuid`, { at: when })
    await moveOnTimeline(ctx, `message:${messageId}`, when)
    const item = await redateItem(ctx, { messageId }, when)
    const conversationId = item?.conversationId ?? (await threadOf(ctx, { personId }))
    await decideIn(ctx, {
      conversationId,
      state: 'sent',
      at: new Date(when.getTime() + 3_000),
      ...(asked.rating && { rating: asked.rating }),
    })
    await redateConversation(ctx, conversationId, { lastAt: when, status: 'closed' })
    at++
  }
}

/** Suggestions in the threads that wait for the team. */
async function suggestNow(ctx: Ctx): Promise<void> {
  const { items } = await list(ctx, { status: 'open', sort: 'newest', limit: 8 })
  for (const { id, lastAt } of items) await decideIn(ctx, { conversationId: id, state: 'drafted', at: lastAt })
}
