import { eq, sql } from 'drizzle-orm'
import { activeMember, members } from '#clients/tables.ts'
import { sendAsAssistant } from '#conversations/service/assistant-replies.ts'
import { selectConversation } from '#conversations/service.ts'
import { conversations } from '#conversations/tables.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { may } from '#kernel/permissions.ts'
import { announce } from '#kernel/realtime.ts'
import { notify } from '#notifications/service.ts'
import { type Action, type Reason, reasonLabels, type TurnState } from '../rules/options.ts'
import { composeReply } from '../rules/templates.ts'
import { isQuestion } from '../rules/topics.ts'
import { contentStems } from '../rules/words.ts'
import { assistantQuestions, assistantThreads, assistantTurns } from '../tables.ts'
import type { Written } from './answers.ts'
import type { AssistantThread } from './conversation-state.ts'
import type { Plan } from './replies.ts'
import { findTemplateId, renderTemplate } from './templates.ts'

interface Turn {
  conversationId: string
  plan: Plan
  written: Written
  /** Why it is no longer wanted; null: it is. */
  dropped: Reason | null
}

/** Stores what was decided, and does it: sends, hands over, or leaves a draft. The same message is answered once. */
export async function recordTurn(ctx: Ctx, { conversationId, plan, written, dropped }: Turn): Promise<void> {
  const { thought, automation, settings, waiting, thread } = plan
  const isCourtesy = thought.action === 'reply' && !thought.passage
  const action: Action = isCourtesy || written.text ? 'reply' : 'handoff'
  const isAutopilot = settings.autoRespond && automation.mode === 'autopilot' && !thought.isDraft
  const text = dropped ? '' : await composeText(ctx, conversationId, { action, plan, written, isCourtesy })
  const state: TurnState = dropped ? 'dropped' : isAutopilot ? 'sent' : 'drafted'
  const [turn] = await ctx.db
    .insert(assistantTurns)
    .values({
      conversationId,
      itemId: waiting.itemId,
      question: waiting.question,
      action,
      state,
      body: text,
      reason: dropped ?? written.reason,
      intent: thought.intent,
      automationId: automation.id,
      confidence: written.confidence,
      sourceIds: written.sourceIds,
      engine: written.engine,
      promptHash: written.promptHash,
      inputTokens: written.inputTokens,
      outputTokens: written.outputTokens,
      cost: written.cost,
      tookMs: Math.max(0, clock.ms() - waiting.askedAt.getTime()),
      templateId: action === 'handoff' ? await findTemplateId(ctx, 'handoff') : null,
    })
    // A worker that was killed after sending is not followed by a second answer.
    .onConflictDoNothing()
    .returning({ id: assistantTurns.id })
  if (!turn || dropped) return announce(ctx, 'assistant', conversationId)
  if (action === 'handoff') await recordQuestion(ctx, conversationId, plan, written)
  if (state === 'sent') await sendReply(ctx, { turnId: turn.id, conversationId, text, action, thread })
  await updateThread(ctx, { conversationId, plan, action, written, state })
  announce(ctx, 'assistant', conversationId)
  announce(ctx, 'conversations', conversationId)
}

interface Wording {
  action: Action
  plan: Plan
  written: Written
  isCourtesy: boolean
}
/** The first answer says that it is a machine, and how to reach a person. */
async function composeText(
  ctx: Ctx,
  conversationId: string,
  { action, plan, written, isCourtesy }: Wording,
): Promise<string> {
  const { name } = await selectConversation(ctx, conversationId)
  const firstName = /^[\p{L}’' -]+$/u.test(name) ? name.split(' ')[0]! : ''
  const isFirst = !plan.thread.introduced
  const say = (key: 'introduction' | 'way_out' | 'handoff' | 'greeting' | 'thanks') =>
    renderTemplate(ctx, key, { firstName })
  const introduction = isFirst ? await say('introduction') : null
  if (action === 'handoff') return composeReply({ introduction, answer: await say('handoff'), wayOut: null, link: '' })
  const answer = isCourtesy ? await say(plan.thought.intent === 'thanks' ? 'thanks' : 'greeting') : written.text
  return composeReply({ introduction, answer, wayOut: isFirst ? await say('way_out') : null, link: written.link })
}

interface Said {
  turnId: string
  conversationId: string
  text: string
  action: Action
  thread: AssistantThread
}
async function sendReply(ctx: Ctx, { turnId, conversationId, text, action }: Said): Promise<void> {
  const itemId = await sendAsAssistant(ctx, { conversationId, text, key: turnId, answers: action === 'reply' })
  if (!itemId) await ctx.db.update(assistantTurns).set({ state: 'blocked' }).where(eq(assistantTurns.id, turnId))
}

interface After {
  conversationId: string
  plan: Plan
  action: Action
  written: Written
  state: TurnState
}
async function updateThread(ctx: Ctx, { conversationId, plan, action, written, state }: After): Promise<void> {
  const { thought, thread } = plan
  const isHandoff = action === 'handoff'
  const isSent = state === 'sent'
  await ctx.db
    .update(assistantThreads)
    .set({
      intent: thought.intent,
      confidence: written.confidence,
      ...(isSent && { introduced: true, turns: sql`${assistantThreads.turns} + 1`, lastAnswerAt: clock.now() }),
      failedTurns: isHandoff ? sql`${assistantThreads.failedTurns} + 1` : 0,
      ...(isHandoff
        ? { status: 'escalated' as const, escalatedAt: clock.now(), reason: written.reason }
        : { status: 'active' as const, reason: null }),
    })
    .where(eq(assistantThreads.id, thread.id))
  if (isHandoff) await notifyTeam(ctx, conversationId, written.reason ?? 'no_answer')
}

/** By bell: whose conversation it is, or everyone who answers. */
async function notifyTeam(ctx: Ctx, conversationId: string, reason: Reason): Promise<void> {
  const [conversation] = await ctx.db
    .select({ assignedTo: conversations.assignedTo })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
  const team = await ctx.db.select({ userId: members.userId, role: members.role }).from(members).where(activeMember)
  const who = conversation?.assignedTo
    ? [conversation.assignedTo]
    : team.filter(({ role }) => may(role, 'conversations.write')).map(({ userId }) => userId)
  const { name } = await selectConversation(ctx, conversationId)
  await notify(ctx, who, {
    type: 'assistant-handoff',
    title: `${name} needs a person`,
    body: reasonLabels[reason],
    href: `/conversations?c=${conversationId}`,
    dedupeKey: `assistant-handoff:${conversationId}:${clock.ms()}`,
  })
}

/** What nothing answers is asked of the team, so that it is answered the next time. */
async function recordQuestion(ctx: Ctx, conversationId: string, { waiting }: Plan, written: Written): Promise<void> {
  const { reason } = written
  if (reason !== 'no_answer' && reason !== 'low_confidence' && reason !== 'two_failed_turns') return
  const stems = [...new Set(contentStems(waiting.question))].sort()
  if (stems.length === 0 || !isQuestion(waiting.question)) return
  await ctx.db
    .insert(assistantQuestions)
    .values({ conversationId, body: waiting.question, sameAs: stems.join(' ').slice(0, 400) })
}
