import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { send } from '#conversations/items/service.ts'
import { claimConversation } from '#conversations/service/assignment.ts'
import { get as conversationOf, selectConversation } from '#conversations/service.ts'
import { conversationItems, conversations } from '#conversations/tables.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { containing } from '#kernel/sql.ts'
import { hasModel } from '#language-models/service.ts'
import { people } from '#people/tables.ts'
import type { AssistantRow, ThreadState, Turn } from '../contract.ts'
import type { AssistantStatus } from '../rules/options.ts'
import { assistantThreads, assistantTurns, knowledgeSources } from '../tables.ts'
import { lockThread } from './conversation-state.ts'
import { isEnabled } from './settings.ts'

interface Filter {
  cursor?: string
  limit: number
  status?: AssistantStatus
  search?: string
}
const nameOf = sql<string>`coalesce(${people.name}, nullif(${conversations.label}, ''), ${conversations.address})`
const userName = sql<
  string | null
>`(select coalesce(nullif(u.name, ''), u.email) from ${users} u where u.id = ${assistantThreads.takenBy})`
const newest = (what: 'question' | 'body') => sql<string>`coalesce((select t.${sql.raw(what)} from ${assistantTurns} t
  where t.client_id = ${assistantThreads.clientId} and t.conversation_id = ${assistantThreads.conversationId}
  and t.state <> 'dropped' order by t.id desc limit 1), '')`

/** Newest first; those that the reader may see. */
export async function listThreads(
  ctx: Ctx,
  { cursor, limit, status, search }: Filter,
): Promise<{ items: AssistantRow[]; nextCursor: string | null }> {
  const rows = await ctx.db
    .select({
      id: assistantThreads.id,
      conversationId: assistantThreads.conversationId,
      contactName: nameOf,
      lastMessage: newest('question'),
      aiResponse: newest('body'),
      status: assistantThreads.status,
      handler: assistantThreads.handler,
      takenByName: userName,
      reason: assistantThreads.reason,
      confidence: assistantThreads.confidence,
      intent: assistantThreads.intent,
      rating: assistantThreads.rating,
      timestamp: assistantThreads.updatedAt,
    })
    .from(assistantThreads)
    .innerJoin(
      conversations,
      and(eq(conversations.clientId, assistantThreads.clientId), eq(conversations.id, assistantThreads.conversationId)),
    )
    .leftJoin(people, and(eq(people.clientId, conversations.clientId), eq(people.id, conversations.personId)))
    .where(
      and(
        status ? eq(assistantThreads.status, status) : undefined,
        search ? sql`${nameOf} ilike ${containing(search)}` : undefined,
        cursor ? lt(assistantThreads.id, cursor) : undefined,
        sql`exists (select from ${assistantTurns} t where t.client_id = ${assistantThreads.clientId}
          and t.conversation_id = ${assistantThreads.conversationId})`,
      ),
    )
    .orderBy(desc(assistantThreads.id))
    .limit(limit)
  const items = rows.map(({ id: _, ...row }) => row)
  return { items, nextCursor: rows.length === limit ? rows.at(-1)!.id : null }
}

const turnColumns = {
  id: assistantTurns.id,
  question: assistantTurns.question,
  action: assistantTurns.action,
  state: assistantTurns.state,
  reason: assistantTurns.reason,
  text: assistantTurns.body,
  intent: assistantTurns.intent,
  confidence: sql<number | null>`case when ${assistantTurns.templateId} is null then ${assistantTurns.confidence} end`,
  engine: assistantTurns.engine,
  sourceIds: assistantTurns.sourceIds,
  verdict: assistantTurns.verdict,
  cost: assistantTurns.cost,
  at: assistantTurns.createdAt,
}

export async function readSourceTitles(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return ctx.db
    .select({ id: knowledgeSources.id, title: knowledgeSources.title })
    .from(knowledgeSources)
    .where(inArray(knowledgeSources.id, [...ids]))
}

/** For the panel over the composer. A draft that was answered otherwise is no suggestion any more. */
export async function readThread(ctx: Ctx, { conversationId }: { conversationId: string }): Promise<ThreadState> {
  const conversation = await selectConversation(ctx, conversationId)
  const [row] = await ctx.db
    .select({
      status: assistantThreads.status,
      handler: assistantThreads.handler,
      takenByName: userName,
      reason: assistantThreads.reason,
    })
    .from(assistantThreads)
    .where(eq(assistantThreads.conversationId, conversationId))
  const turn = await newestTurn(ctx, conversationId)
  return {
    ...(row ?? { status: null, handler: null, takenByName: null, reason: null }),
    enabled: await isEnabled(ctx),
    turn,
    hasModel: await hasModel(ctx),
    isConfidential: conversation.confidential,
  }
}

async function newestTurn(ctx: Ctx, conversationId: string): Promise<Turn | null> {
  const [row] = await ctx.db
    .select({
      ...turnColumns,
      isAnswered: sql<boolean>`exists (select from ${conversationItems} i where i.client_id = ${assistantTurns}.client_id
        and i.conversation_id = ${assistantTurns}.conversation_id and i.id > ${assistantTurns}.item_id and i.kind <> 'note')`,
    })
    .from(assistantTurns)
    .where(eq(assistantTurns.conversationId, conversationId))
    .orderBy(desc(assistantTurns.id))
    .limit(1)
  if (!row || (row.state === 'drafted' && row.isAnswered)) return null
  const { sourceIds, isAnswered: _, ...turn } = row
  return { ...turn, sources: await readSourceTitles(ctx, sourceIds) }
}

/** From now on a person answers; what the assistant is writing right now is dropped. */
export async function takeOver(
  ctx: Ctx,
  { conversationId, greet }: { conversationId: string; greet: boolean },
): Promise<ThreadState> {
  await selectConversation(ctx, conversationId)
  const locked = found(await lockThread(ctx, conversationId), 'Conversation')
  const userId = userOf(ctx)!
  if (locked.thread.handler !== 'person') {
    await ctx.db
      .update(assistantThreads)
      .set({ handler: 'person', takenBy: userId, takenAt: clock.now(), status: 'active' })
      .where(eq(assistantThreads.id, locked.thread.id))
    await claimConversation(ctx, conversationId, userId)
    if (greet) await greetAs(ctx, conversationId, locked.thread.id)
  }
  announce(ctx, 'assistant', conversationId)
  announce(ctx, 'conversations', conversationId)
  return readThread(ctx, { conversationId })
}

/** "Hi, I’m Ann", once for each taking over. */
async function greetAs(ctx: Ctx, conversationId: string, key: string): Promise<void> {
  const [user] = await ctx.db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, userOf(ctx)!))
  const { channels, channel } = await conversationOf(ctx, { id: conversationId })
  const way = channels.find(one => one.channel === channel) ?? channels[0]
  if (!way) return
  const text = `Hi, I’m ${user?.name.split(' ')[0] || 'from the team'}. I’m taking over from here.`
  await send(ctx, { id: conversationId, channel: way.channel, text, subject: '', files: [], key })
}

/** The assistant answers again, from the next message on. */
export async function handBack(ctx: Ctx, { conversationId }: { conversationId: string }): Promise<ThreadState> {
  await selectConversation(ctx, conversationId)
  const { thread: row } = found(await lockThread(ctx, conversationId), 'Conversation')
  const [last] = await ctx.db
    .select({ id: conversationItems.id })
    .from(conversationItems)
    .where(eq(conversationItems.conversationId, conversationId))
    .orderBy(desc(conversationItems.id))
    .limit(1)
  await ctx.db
    .update(assistantThreads)
    .set({
      handler: 'assistant',
      status: 'active',
      reason: null,
      takenBy: null,
      takenAt: null,
      escalatedAt: null,
      sinceItemId: last?.id ?? null,
      introduced: false,
      turns: 0,
      failedTurns: 0,
    })
    .where(eq(assistantThreads.id, row.id))
  announce(ctx, 'assistant', conversationId)
  return readThread(ctx, { conversationId })
}

async function lockedTurn(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select().from(assistantTurns).where(eq(assistantTurns.id, id)).for('update')
  return found(row, 'Answer')
}

/** Whether an answer was right: what the reliability curve is made of. */
export async function reviewTurn(ctx: Ctx, { id, verdict }: { id: string; verdict: 'good' | 'bad' }) {
  await lockedTurn(ctx, id)
  await ctx.db
    .update(assistantTurns)
    .set({ verdict, reviewedBy: userOf(ctx) })
    .where(eq(assistantTurns.id, id))
  announce(ctx, 'assistant')
  return {}
}

export async function dismissDraft(ctx: Ctx, { id }: { id: string }) {
  const turn = await lockedTurn(ctx, id)
  if (turn.state === 'drafted')
    await ctx.db.update(assistantTurns).set({ state: 'dropped' }).where(eq(assistantTurns.id, id))
  announce(ctx, 'assistant', turn.conversationId)
  return {}
}

/** A member took the draft into their own message. */
export async function useDraft(ctx: Ctx, { id }: { id: string }) {
  const turn = await lockedTurn(ctx, id)
  if (turn.state === 'drafted')
    await ctx.db
      .update(assistantTurns)
      .set({ state: 'used', usedBy: userOf(ctx) })
      .where(eq(assistantTurns.id, id))
  announce(ctx, 'assistant', turn.conversationId)
  return {}
}
