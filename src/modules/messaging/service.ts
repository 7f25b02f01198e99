import { and, desc, eq, gt, inArray, lt, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { Failure, found } from '#kernel/failure.ts'
import { attachFiles } from './attachments/service.ts'
import { channelRules } from './channels/rules.ts'
import type { OutboxFilter } from './contract.ts'
import { announceSettled } from './delivery/service/state.ts'
import { mailHeaders } from './rules/headers.ts'
import { forColleagues } from './rules/personal.ts'
import type { CalendarPart, Channel, Purpose } from './rules/states.ts'
import type { SendDecision } from './send-policy/rules/decide.ts'
import type { SkipReason } from './send-policy/rules/reasons.ts'
import { checkRecipients, lockRecipients } from './send-policy/service.ts'
import { announceQueued } from './service/batches.ts'
import { messages } from './tables.ts'

export interface NewMessage {
  channel: Channel
  /** Normalized: email in lower case, number in E.164. */
  to: string
  toName?: string
  subject?: string
  text: string
  html?: string
  /** invitation, recovery, overdue … */
  kind: string
  /** The same key is written, and so sent, once. */
  dedupeKey: string
  purpose: Purpose
  /** For marketing: what the consent must be for. */
  topic?: string
  senderName?: string
  replyTo?: string
  /** In a verified domain of the account's own; absent: the server's address. */
  fromAddress?: string
  /** The Message-ID of the mail that this one answers, in its angle brackets. */
  answers?: string
  /** For marketing mail: where one press unsubscribes. */
  unsubscribeUrl?: string
  /** The campaign it belongs to. */
  batchId?: string
  /** For a text: the number of ours that it leaves from; else the one they wrote to, or the default. */
  from?: string
  /** Pictures with a text, by their public address. */
  media?: string[]
  /** Files of the account that go along: with a text, pictures. */
  files?: readonly string[]
  /** With an email: what its reader's calendar program understands. */
  calendar?: CalendarPart
  /** It waits until then. */
  notBefore?: Date
  /** `notBefore` is the end of quiet hours. */
  quiet?: boolean
  /** It can't wait for the morning: passes quiet hours for anyone who agreed to that. */
  urgent?: boolean
  /** Merge tags that have neither a value nor a fallback here. */
  missing?: readonly string[]
}

export interface MessageOutcome {
  /** Absent where a message of that key stood there already. */
  id?: string
  state: 'queued' | 'skipped' | 'repeated'
  reason?: SkipReason
}

/**
 * Puts messages into the outbox in this transaction, past the gate: what may not be sent stands there as skipped, with
 * the reason. A job hands the others to their provider after the commit.
 */
export async function send(ctx: Ctx, all: readonly NewMessage[]): Promise<MessageOutcome[]> {
  if (all.length === 0) return []
  await lockRecipients(ctx, all)
  const verdicts = await checkRecipients(
    ctx,
    all.map(({ channel, to, purpose, topic = '', missing, kind, dedupeKey, urgent }) => ({
      channel,
      recipient: to,
      purpose,
      topic,
      missing,
      kind,
      dedupeKey,
      urgent,
      automatic: kind.endsWith('auto-reply'),
    })),
  )
  const rows = await ctx.db
    .insert(messages)
    .values(all.map((message, i) => rowOf(ctx, message, verdicts[i]!)))
    .onConflictDoNothing()
    .returning({ id: messages.id, key: messages.dedupeKey })
  const ids = new Map(rows.map(row => [row.key, row.id]))
  const written = all.map(({ dedupeKey }, i): MessageOutcome => {
    const [id, verdict] = [ids.get(dedupeKey), verdicts[i]!]
    if (!id) return { state: 'repeated' }
    return verdict.go === 'skip' ? { id, state: 'skipped', reason: verdict.reason } : { id, state: 'queued' }
  })
  for (const [i, { id }] of written.entries()) if (id) await attachFiles(ctx, id, all[i]!.files ?? [])
  const leaving = written.flatMap(({ id, state }, i) =>
    id && state === 'queued' ? [{ id, at: all[i]!.notBefore }] : [],
  )
  for (const group of Map.groupBy(leaving, ({ at }) => at?.getTime()).values())
    await announceQueued(
      ctx,
      group.map(({ id }) => id),
      group[0]!.at,
    )
  for (const [i, { id, state }] of written.entries())
    if (id && state === 'skipped') await announceSettled(ctx, id, { kind: all[i]!.kind, key: all[i]!.dedupeKey, state })
  return written
}

const rowOf = (ctx: Ctx, message: NewMessage, verdict: SendDecision) => ({
  clientId: ctx.client.id,
  channel: message.channel,
  recipient: message.to,
  recipientName: message.toName ?? '',
  subject: message.subject ?? '',
  bodyText: message.text,
  bodyHtml: message.html ?? '',
  kind: message.kind,
  purpose: message.purpose,
  topic: message.topic ?? '',
  sender: message.from ?? '',
  senderName: message.senderName ?? '',
  replyTo: message.replyTo ?? '',
  fromAddress: message.fromAddress ?? '',
  headers: channelRules[message.channel].mailHeaders ? headersOf(ctx, message) : {},
  media: message.media ?? [],
  calendar: message.calendar ?? null,
  urgent: message.urgent ?? false,
  batchId: message.batchId ?? null,
  dedupeKey: message.dedupeKey,
  heldUntil: verdict.go === 'defer' ? verdict.until : message.quiet ? (message.notBefore ?? null) : null,
  ...(verdict.go === 'skip' && { state: 'skipped' as const, skipReason: verdict.reason }),
})

const headersOf = (ctx: Ctx, { purpose, kind, topic = '', batchId, unsubscribeUrl, answers }: NewMessage) =>
  mailHeaders({
    purpose,
    kind,
    answers,
    topic,
    clientId: ctx.client.id,
    batchId,
    unsubscribeUrl,
    host: new URL(env.publicUrl).hostname,
  })

export interface NewMail extends Omit<NewMessage, 'channel' | 'purpose' | 'html' | 'subject'> {
  subject: string
  html: string
  purpose?: Exclude<Purpose, 'marketing'>
}

/** One mail that someone asked for or must be told; says what became of it. */
export async function sendMail(ctx: Ctx, mail: NewMail): Promise<MessageOutcome> {
  const [written] = await send(ctx, [{ purpose: 'transactional', ...mail, channel: 'email' }])
  return written!
}

export interface NewText {
  /** E.164. */
  to: string
  text: string
  /** second_factor … */
  kind: string
  /** The same key is written, and so sent, once. */
  dedupeKey: string
}

/** The same for a text to a phone. */
export async function sendText(ctx: Ctx, text: NewText): Promise<MessageOutcome> {
  const [written] = await send(ctx, [{ ...text, channel: 'sms', purpose: 'transactional' }])
  return written!
}

const messageColumns = {
  id: messages.id,
  channel: messages.channel,
  recipient: messages.recipient,
  sender: messages.sender,
  subject: messages.subject,
  text: messages.bodyText,
  html: messages.bodyHtml,
  kind: messages.kind,
  state: messages.state,
  provider: messages.provider,
  problem: messages.problem,
  skipReason: messages.skipReason,
  purpose: messages.purpose,
  createdAt: messages.createdAt,
  sentAt: messages.sentAt,
}

export async function list(ctx: Ctx, { recipient, cursor, limit }: OutboxFilter) {
  const items = await ctx.db
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        recipient ? eq(messages.recipient, recipient.toLowerCase()) : undefined,
        cursor ? lt(messages.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(messages.id))
    .limit(limit)
  return { items: items.map(forColleagues), nextCursor: items.length === limit ? items.at(-1)!.id : null }
}

/** @param which a query for their ids */
export async function setConfidential(ctx: Ctx, which: SQLWrapper, confidential: boolean): Promise<void> {
  await ctx.db.update(messages).set({ confidential }).where(inArray(messages.id, which))
}

/** The newest of every account, for the open outbox of a machine that tries Lampstand. */
export const newestOf = (db: Db, limit: number) =>
  db.select(messageColumns).from(messages).orderBy(desc(messages.id)).limit(limit)

/** Whose message it is. */
export async function accountOf(db: Db, id: string): Promise<string> {
  const [row] = await db.select({ clientId: messages.clientId }).from(messages).where(eq(messages.id, id))
  return found(row, 'Message').clientId
}

/** What an answer to a message would be: from its recipient, to its sender. */
export async function findReplyTarget(db: Db, id: string) {
  const [row] = await db.select().from(messages).where(eq(messages.id, id))
  const { clientId, channel, recipient, recipientName, sender, subject, direction } = found(row, 'Message')
  if (direction === 'in' || !channelRules[channel].connected)
    throw new Failure('BAD_REQUEST', 'You can’t reply to this.')
  const re = subject && !/^re:/i.test(subject) ? `Re: ${subject}` : subject
  const from = { from: recipient, fromName: recipientName }
  return { clientId, channel, ...from, to: sender, subject: re, answersId: id }
}

/** How many messages of that kind were written since then, to everyone or to one address. */
export async function countSince(ctx: Ctx, kind: string, since: Date, recipient?: string): Promise<number> {
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(messages)
    .where(
      and(
        eq(messages.kind, kind),
        gt(messages.createdAt, since),
        recipient ? eq(messages.recipient, recipient) : undefined,
      ),
    )
  return row!.count
}

/** Cancels what has not been sent yet. @returns whether it was in time */
export async function cancelMessages(ctx: Ctx, id: string): Promise<boolean> {
  const rows = await ctx.db
    .update(messages)
    .set({ state: 'skipped', skipReason: 'cancelled' })
    .where(and(eq(messages.id, id), eq(messages.state, 'queued')))
    .returning({ id: messages.id })
  return rows.length > 0
}
