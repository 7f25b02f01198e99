import { eq } from 'drizzle-orm'
import type { ConversationState } from '#conversations/rules/states.ts'
import { conversationItems, type conversations } from '#conversations/tables.ts'
import { clock, seconds } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { replyWord } from '#messaging/rules/reply-words.ts'
import { messages } from '#messaging/tables.ts'
import type { Reason } from '../rules/options.ts'
import { assistantThreads } from '../tables.ts'
import { answer } from '../tasks.ts'
import { type Written, writeAnswer } from './answers.ts'
import { automationFor } from './automations.ts'
import {
  type AssistantThread,
  lockThread,
  memberWhoAnswered,
  readWaitingMessage,
  type Waiting,
  wasAnswered,
} from './conversation-state.ts'
import { decideReply } from './reply-decision.ts'
import { readSettings } from './settings.ts'
import { recordTurn } from './turns.ts'

/** A text or an email stands in its thread. STOP, votes and notices by machines are nothing to answer. */
export async function onMessageFiled(
  ctx: Ctx,
  {
    messageId,
    conversationId,
    word,
    was,
  }: { messageId: string; conversationId: string; word: string | null; was: ConversationState },
): Promise<void> {
  if (word) return
  const [row] = await ctx.db
    .select({ itemId: conversationItems.id, automatic: messages.automatic })
    .from(conversationItems)
    .innerJoin(messages, eq(messages.id, conversationItems.messageId))
    .where(eq(conversationItems.messageId, messageId))
  if (row && !row.automatic) await scheduleReply(ctx, { itemId: row.itemId, conversationId, was })
}

/** The same for a line of a chat. */
export async function onChatLineFiled(ctx: Ctx, heard: Heard): Promise<void> {
  const [row] = await ctx.db
    .select({ text: conversationItems.body })
    .from(conversationItems)
    .where(eq(conversationItems.id, heard.itemId))
  const word = row && row.text.length <= 300 ? replyWord(row.text, { about: 'emails' }) : null
  if (row && !word) await scheduleReply(ctx, heard)
}

interface Heard {
  itemId: string
  conversationId: string
  was: ConversationState
}

/** Plans an answer after a pause, in which more words may come. A conversation that was closed begins anew. */
async function scheduleReply(ctx: Ctx, { itemId, conversationId, was }: Heard): Promise<void> {
  const settings = await readSettings(ctx)
  if (!settings.enabled) return
  const locked = await lockThread(ctx, conversationId)
  if (!locked) return
  if (was === 'closed') await resetThread(ctx, locked.thread, itemId)
  await enqueue(
    ctx,
    answer,
    { conversationId, itemId },
    { after: new Date(clock.ms() + seconds(settings.waitSeconds)) },
  )
}

/** An earlier handing over says nothing about a new question. */
async function resetThread(ctx: Ctx, { id }: AssistantThread, itemId: string): Promise<void> {
  const sinceItemId = idBefore(itemId)
  await ctx.db
    .update(assistantThreads)
    .set({
      handler: 'assistant',
      status: 'active',
      reason: null,
      takenBy: null,
      takenAt: null,
      escalatedAt: null,
      sinceItemId,
      introduced: false,
      turns: 0,
      failedTurns: 0,
    })
    .where(eq(assistantThreads.id, id))
}
/** Ids are made in the order of time: the one right before. */
const idBefore = (id: string): string => {
  const number = BigInt(`0x${id.replaceAll('-', '')}`) - 1n
  return number
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

interface Asked {
  conversationId: string
  itemId: string
}
export interface Plan {
  waiting: Waiting
  thread: AssistantThread
  automation: NonNullable<Awaited<ReturnType<typeof automationFor>>>
  thought: Awaited<ReturnType<typeof decideReply>>
  settings: Awaited<ReturnType<typeof readSettings>>
}

/** Answers, hands over or leaves a draft. The model is asked outside of any transaction; what happened meanwhile counts. */
export async function replyToMessage(ctx: OuterCtx, asked: Asked): Promise<void> {
  const plan = await ctx.tx(tx => planReply(tx, asked))
  if (!plan) return
  const written = await writeAnswer(ctx, plan)
  await ctx.tx(tx => recordReply(tx, asked, plan, written))
}

/** What to do, unless there is nothing to do any more. */
async function planReply(ctx: Ctx, { conversationId, itemId }: Asked): Promise<Plan | null> {
  const settings = await readSettings(ctx)
  const locked = settings.enabled ? await lockThread(ctx, conversationId) : undefined
  if (!locked) return null
  const { thread } = locked
  const waiting = await readWaitingMessage(ctx, conversationId, thread.sinceItemId)
  // A newer message has a task of its own, which answers both.
  if (waiting?.itemId !== itemId || !waiting.question) return null
  if (await noReplyReason(ctx, conversationId, thread, waiting)) return null
  const automation = await automationFor(ctx, waiting.channel, waiting.question)
  if (!automation) return null
  const thought = await decideReply(ctx, waiting.question, settings, thread)
  return { waiting, thread, automation, thought, settings }
}

/** Why nothing automatic is said now; a member who wrote has taken over. */
async function noReplyReason(
  ctx: Ctx,
  conversationId: string,
  thread: AssistantThread,
  waiting: Waiting,
): Promise<Reason | null> {
  if (thread.handler === 'person') return 'taken_over'
  const userId = await memberWhoAnswered(ctx, conversationId, thread.sinceItemId)
  if (userId) {
    await ctx.db
      .update(assistantThreads)
      .set({ handler: 'person', takenBy: userId, takenAt: clock.now() })
      .where(eq(assistantThreads.id, thread.id))
    return 'taken_over'
  }
  if (thread.status === 'escalated') return 'taken_over'
  return (await wasAnswered(ctx, waiting)) ? 'already_answered' : null
}

/** Looks again under lock: what is no longer wanted is dropped, and said nowhere. */
async function recordReply(ctx: Ctx, asked: Asked, plan: Plan, written: Written): Promise<void> {
  const { conversationId } = asked
  const locked = await lockThread(ctx, conversationId)
  if (!locked) return
  const settings = await readSettings(ctx)
  const dropped = await dropReason(ctx, asked, locked, settings.enabled)
  await recordTurn(ctx, { conversationId, plan: { ...plan, thread: locked.thread }, written, dropped })
}

async function dropReason(
  ctx: Ctx,
  { conversationId, itemId }: Asked,
  { thread, conversation }: { thread: AssistantThread; conversation: typeof conversations.$inferSelect },
  enabled: boolean,
): Promise<Reason | null> {
  if (!enabled) return 'taken_over'
  if (conversation.status === 'closed') return 'closed'
  const waiting = await readWaitingMessage(ctx, conversationId, thread.sinceItemId)
  if (!waiting) return thread.handler === 'person' ? 'taken_over' : 'already_answered'
  if (waiting.itemId !== itemId) return 'newer_message'
  return noReplyReason(ctx, conversationId, thread, waiting)
}
