import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { expire, keepForGood } from '#files/service.ts'
import { files } from '#files/tables.ts'
import { users } from '#identity/tables.ts'
import { clock, days, seconds } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { drop } from '../drafts/service.ts'
import { send } from '../items/service.ts'
import { answerLimits } from '../rules/states.ts'
import { requireAttachable } from '../service/attachments.ts'
import { requireOwnSender } from '../service/senders.ts'
import { channelsOf, selectConversation } from '../service.ts'
import { scheduledReplies as scheduled } from '../tables.ts'
import { sendScheduledReply } from '../tasks.ts'
import type { NewScheduled, Scheduled, ScheduledChange } from './contract.ts'

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      id: scheduled.id,
      conversationId: scheduled.conversationId,
      channel: scheduled.channel,
      subject: scheduled.subject,
      text: scheduled.body,
      files: sql<Scheduled['files']>`coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name,
        'size', f.size)) from ${files} f where f.client_id = ${scheduled.clientId}
        and f.id in (select cast(value as uuid) from jsonb_array_elements_text(${scheduled.fileIds}))), '[]')`,
      sendAt: scheduled.sendAt,
      state: scheduled.state,
      problem: scheduled.problem,
      author: sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      version: scheduled.version,
    })
    .from(scheduled)
    .leftJoin(users, eq(users.id, scheduled.userId))

export async function list(ctx: Ctx, { conversationId }: { conversationId: string }) {
  await selectConversation(ctx, conversationId)
  const items = await select(ctx)
    .where(
      and(
        eq(scheduled.conversationId, conversationId),
        or(
          eq(scheduled.state, 'waiting'),
          and(inArray(scheduled.state, ['stopped']), gt(scheduled.updatedAt, new Date(clock.ms() - days(3)))),
        ),
      ),
    )
    .orderBy(asc(scheduled.sendAt), asc(scheduled.id))
    .limit(50)
  return { items }
}

async function byId(ctx: Ctx, id: string): Promise<Scheduled> {
  const [row] = await select(ctx).where(eq(scheduled.id, id))
  const known = found(row, 'Scheduled reply')
  await selectConversation(ctx, known.conversationId)
  return known
}

function inTime(sendAt: Date): void {
  if (sendAt.getTime() <= clock.ms()) throw invalid('sendAt', 'Please choose a time in the future')
  if (sendAt.getTime() > clock.ms() + days(366)) throw invalid('sendAt', 'Please choose a time within the next year')
}

/** Its id is the screen's key: asked for twice, it is written once. */
export async function create(
  ctx: Ctx,
  { conversationId, text, files: fileIds, sendAt, key, from = '', ...rest }: NewScheduled,
) {
  const conversation = await selectConversation(ctx, conversationId)
  await drop(ctx, conversationId)
  const written = await select(ctx).where(and(eq(scheduled.id, key), eq(scheduled.conversationId, conversationId)))
  if (written[0]) return written[0]
  inTime(sendAt)
  if (!(await channelsOf(ctx, conversation)).some(place => place.channel === rest.channel))
    throw invalid('channel', 'You can’t reach them this way')
  await requireAttachable(ctx, fileIds, rest.channel)
  await requireOwnSender(ctx, from)
  await keepForGood(ctx, fileIds)
  const [row] = await ctx.db
    .insert(scheduled)
    .values({ id: key, conversationId, ...rest, body: text, sender: from, fileIds, sendAt, userId: userOf(ctx)! })
    .onConflictDoNothing()
    .returning({ id: scheduled.id })
  if (row) await scheduleReply(ctx, { id: key, conversationId, sendAt })
  return byId(ctx, key)
}

type Due = Pick<Scheduled, 'id' | 'conversationId' | 'sendAt'>
async function scheduleReply(ctx: Ctx, { id, conversationId, sendAt }: Due) {
  await enqueue(ctx, sendScheduledReply, { id }, { after: sendAt })
  announce(ctx, 'conversations', conversationId)
}

export async function update(ctx: Ctx, { id, version, text, ...changes }: ScheduledChange): Promise<Scheduled> {
  const known = await byId(ctx, id)
  if (changes.sendAt) inTime(changes.sendAt)
  if (text === '' && known.files.length === 0) throw invalid('text', 'Please write something')
  const most = answerLimits[known.channel].length
  if (most && text && text.length > most) throw invalid('text', 'A text can have up to 1,600 characters')
  const [row] = await ctx.db
    .update(scheduled)
    .set({ ...changes, ...(text !== undefined && { body: text }), state: 'waiting', problem: null })
    .where(and(eq(scheduled.id, id), eq(scheduled.version, version), inArray(scheduled.state, ['waiting', 'stopped'])))
    .returning()
  if (!row) throw new Failure('CONFLICT')
  inTime(row.sendAt)
  await scheduleReply(ctx, row)
  return byId(ctx, id)
}

export async function cancel(ctx: Ctx, { id }: { id: string }) {
  const { conversationId } = await byId(ctx, id)
  const [row] = await ctx.db
    .update(scheduled)
    .set({ state: 'cancelled' })
    .where(and(eq(scheduled.id, id), inArray(scheduled.state, ['waiting', 'stopped'])))
    .returning({ fileIds: scheduled.fileIds })
  for (const fileId of row?.fileIds ?? []) await expire(ctx, fileId)
  announce(ctx, 'conversations', conversationId)
  return {}
}

export async function sendNow(ctx: Ctx, { id }: { id: string }) {
  await byId(ctx, id)
  await ctx.db
    .update(scheduled)
    .set({ sendAt: clock.now(), state: 'waiting', problem: null })
    .where(and(eq(scheduled.id, id), inArray(scheduled.state, ['waiting', 'stopped'])))
  await sendDueReply(ctx, id)
  return {}
}

/** Two workers, or a press and the clock: one of them sends it. Put off meanwhile, it stays. */
export async function sendDueReply(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.db.select().from(scheduled).where(eq(scheduled.id, id)).for('update')
  if (row?.state !== 'waiting' || row.sendAt.getTime() > clock.ms() + seconds(2)) return
  const { conversationId, channel, subject, body: text, fileIds, userId, sender: from } = row
  const note = (changes: Partial<typeof scheduled.$inferInsert>) =>
    ctx.db.update(scheduled).set(changes).where(eq(scheduled.id, id))
  try {
    await send(ctx, { id: conversationId, channel, subject, text, files: fileIds, key: id, by: userId, from })
    await note({ state: 'sent' })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await note({ state: 'stopped', problem: error.message })
  }
  announce(ctx, 'conversations', conversationId)
}
