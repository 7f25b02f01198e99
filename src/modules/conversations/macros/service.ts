import { and, eq, isNull, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { requireMember } from '#clients/service.ts'
import { clock, seconds } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { sqlState } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { cancelMessages } from '#messaging/service.ts'
import { tag } from '#people/service/list.ts'
import { tags } from '#people/tables.ts'
import { send } from '../items/service.ts'
import { type SnoozeTime, UNDO_SECONDS } from '../rules/saved.ts'
import { get, selectConversation, stopScheduled } from '../service.ts'
import { fillSnippet, byId as snippetById } from '../snippets/service.ts'
import { conversationItems, conversations, macroRuns, macros } from '../tables.ts'
import type { MacroAct, MacroChange, NewMacro } from './contract.ts'

const columns = { id: macros.id, name: macros.name, acts: macros.acts, version: macros.version }

export async function list(ctx: Ctx) {
  return { items: await ctx.db.select(columns).from(macros).orderBy(sql`lower(${macros.name})`).limit(200) }
}

async function byId(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select(columns).from(macros).where(eq(macros.id, id))
  return found(row, 'Macro')
}

/** What it names is this account's and still there. */
async function known(ctx: Ctx, acts: MacroAct[]): Promise<void> {
  for (const act of acts) {
    if (act.act === 'assign') await requireMember(ctx, act.userId, 'acts')
    if (act.act === 'send')
      await snippetById(ctx, act.snippetId).catch(() => {
        throw invalid('acts', 'Please choose a saved reply')
      })
    if (act.act === 'tag' && !(await ctx.db.$count(tags, eq(tags.id, act.tagId))))
      throw invalid('acts', 'Please choose a tag')
  }
}

const taken = (error: unknown): never => {
  throw sqlState(error) === '23505' ? invalid('name', 'Another macro has this name') : error
}

export async function create(ctx: Ctx, values: NewMacro) {
  await known(ctx, values.acts)
  const [row] = await ctx.db.insert(macros).values(values).returning({ id: macros.id }).catch(taken)
  announce(ctx, 'conversations')
  return byId(ctx, row!.id)
}

export async function update(ctx: Ctx, { id, version, ...values }: MacroChange) {
  await byId(ctx, id)
  await known(ctx, values.acts)
  const rows = await ctx.db
    .update(macros)
    .set(values)
    .where(and(eq(macros.id, id), eq(macros.version, version)))
    .returning({ id: macros.id })
    .catch(taken)
  if (rows.length === 0) throw new Failure('CONFLICT')
  announce(ctx, 'conversations')
  return byId(ctx, id)
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  const rows = await ctx.db.delete(macros).where(eq(macros.id, id)).returning({ id: macros.id })
  found(rows[0], 'Macro')
  announce(ctx, 'conversations')
  return {}
}

interface Run {
  runId: string
  conversationId: string
}

/** All acts in this transaction: one that can't be done takes the others back. */
export async function run(ctx: Ctx, { id, conversationId, key }: { id: string; conversationId: string; key: string }) {
  const { acts } = await byId(ctx, id)
  const { status, assignedTo, snoozedUntil, waitingSince } = await selectConversation(ctx, conversationId)
  const before = {
    status,
    assignedTo,
    snoozedUntil: snoozedUntil?.toISOString() ?? null,
    waitingSince: waitingSince?.toISOString() ?? null,
  }
  const [fresh] = await ctx.db
    .insert(macroRuns)
    .values({ id: key, macroId: id, conversationId, userId: userOf(ctx)!, before })
    .onConflictDoNothing()
    .returning({ id: macroRuns.id })
  if (!fresh) return { runId: key }
  const done = { tagIds: [] as string[], messageIds: [] as string[] }
  for (const act of acts) await perform(ctx, { runId: key, conversationId }, act, done)
  const { version } = await selectConversation(ctx, conversationId)
  await ctx.db
    .update(macroRuns)
    .set({ ...done, after: version })
    .where(eq(macroRuns.id, key))
  announce(ctx, 'conversations', conversationId)
  return { runId: key }
}

async function perform(ctx: Ctx, at: Run, act: MacroAct, done: { tagIds: string[]; messageIds: string[] }) {
  const set = (changes: Partial<typeof conversations.$inferInsert>) =>
    ctx.db.update(conversations).set(changes).where(eq(conversations.id, at.conversationId))
  if (act.act === 'send') done.messageIds.push(await answer(ctx, at, act.snippetId))
  if (act.act === 'assign') {
    await requireMember(ctx, act.userId, 'acts')
    await set({ assignedTo: act.userId ?? userOf(ctx) })
  }
  if (act.act === 'tag') {
    const { personId } = await selectConversation(ctx, at.conversationId)
    if (!personId) throw new Failure('BAD_REQUEST', 'This conversation has no person yet, so no one can be tagged.')
    const { changed } = await tag(ctx, { selection: { ids: [personId] }, tagId: act.tagId, remove: false })
    if (changed > 0) done.tagIds.push(act.tagId)
  }
  if (act.act === 'snooze') await set({ status: 'snoozed', snoozedUntil: snoozeEnd(ctx, act.until) })
  if (act.act === 'close') {
    await set({ status: 'closed', snoozedUntil: null })
    await stopScheduled(ctx, at.conversationId)
  }
}

/** Leaves a few seconds later, so that it can be undone. */
async function answer(ctx: Ctx, { runId, conversationId: id }: Run, snippetId: string): Promise<string> {
  const { name } = await snippetById(ctx, snippetId)
  const { text, missing } = await fillSnippet(ctx, { id: snippetId, conversationId: id })
  if (missing.length > 0)
    throw new Failure('BAD_REQUEST', `“${name}” has no value for {${missing[0]}} here. Nothing was changed.`)
  const { channels, channel: last } = await get(ctx, { id })
  const place = channels.find(each => each.channel === last && !each.stopped) ?? channels.find(each => !each.stopped)
  if (!place) throw new Failure('BAD_REQUEST', 'You can’t write to them. Nothing was changed.')
  const notBefore = new Date(clock.ms() + seconds(UNDO_SECONDS))
  const item = await send(ctx, { id, channel: place.channel, text, subject: '', files: [], key: runId, notBefore })
  if (item.state === 'skipped') throw new Failure('BAD_REQUEST', 'You can’t write to them. Nothing was changed.')
  const [row] = await ctx.db
    .select({ id: conversationItems.messageId })
    .from(conversationItems)
    .where(eq(conversationItems.id, item.id))
  return row!.id!
}

/** By the clocks of the church. */
export function snoozeEnd({ client }: Ctx, until: SnoozeTime): Date {
  const now = DateTime.fromMillis(clock.ms(), { zone: client.timeZone })
  if (until === 'hour') return now.plus({ hours: 1 }).toJSDate()
  return now
    .plus({ days: until === 'tomorrow' ? 1 : 7 })
    .startOf('day')
    .set({ hour: 8 })
    .toJSDate()
}

export async function undo(ctx: Ctx, { runId }: { runId: string }) {
  const [row] = await ctx.db
    .update(macroRuns)
    .set({ undoneAt: clock.now() })
    .where(and(eq(macroRuns.id, runId), eq(macroRuns.userId, userOf(ctx)!), isNull(macroRuns.undoneAt)))
    .returning()
  const { conversationId, before, after, tagIds, messageIds } = found(row, 'Macro run')
  const { version, personId } = await selectConversation(ctx, conversationId)
  if (version !== after) throw new Failure('CONFLICT', 'This conversation has changed since. Nothing was undone.')
  const dates = [before.snoozedUntil, before.waitingSince].map(at => (at ? new Date(at) : null))
  await ctx.db
    .update(conversations)
    .set({ status: before.status, assignedTo: before.assignedTo, snoozedUntil: dates[0], waitingSince: dates[1] })
    .where(eq(conversations.id, conversationId))
  for (const tagId of tagIds) await tag(ctx, { selection: { ids: [personId!] }, tagId, remove: true })
  let recalled = true
  for (const id of messageIds) recalled = (await cancelMessages(ctx, id)) && recalled
  announce(ctx, 'conversations', conversationId)
  return { recalled }
}
