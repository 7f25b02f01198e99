import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { emit } from '#kernel/jobs.ts'
import type { OutboxFilter } from './contract.ts'
import { messageQueued } from './events.ts'
import { forColleagues } from './rules/personal.ts'
import type { messageStates } from './rules/states.ts'
import { messages } from './tables.ts'

export interface NewMail {
  to: string
  toName?: string
  subject: string
  text: string
  html: string
  /** invitation, recovery, overdue … */
  kind: string
  /** The same key is written, and so sent, once. */
  dedupeKey: string
}

/** Puts a mail into the outbox in this transaction; a job hands it to the provider after the commit. */
export async function sendMail(ctx: Ctx, mail: NewMail): Promise<void> {
  const [row] = await ctx.db
    .insert(messages)
    .values({
      clientId: ctx.client.id,
      channel: 'email',
      recipient: mail.to,
      recipientName: mail.toName ?? '',
      subject: mail.subject,
      bodyText: mail.text,
      bodyHtml: mail.html,
      kind: mail.kind,
      dedupeKey: mail.dedupeKey,
    })
    .onConflictDoNothing()
    .returning({ id: messages.id })
  if (row) await emit(ctx, messageQueued, { messageId: row.id })
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
export async function sendText(ctx: Ctx, { to, text, kind, dedupeKey }: NewText): Promise<void> {
  const [row] = await ctx.db
    .insert(messages)
    .values({ clientId: ctx.client.id, channel: 'sms', recipient: to, bodyText: text, kind, dedupeKey })
    .onConflictDoNothing()
    .returning({ id: messages.id })
  if (row) await emit(ctx, messageQueued, { messageId: row.id })
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

/** The newest of every account, for the open outbox of a machine that tries Lampstand. */
export const newestOf = (db: Db, limit: number) =>
  db.select(messageColumns).from(messages).orderBy(desc(messages.id)).limit(limit)

/** How many messages of that kind were written since then, to everybody or to one address. */
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

/** Takes a message for sending: only one worker gets it, and never one that may have left already. */
export async function claim(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .update(messages)
    .set({ state: 'sending', tries: sql`${messages.tries} + 1` })
    .where(and(eq(messages.id, id), eq(messages.state, 'queued')))
    .returning()
  return row
}

type State = (typeof messageStates)[number]

/** Notes what became of it; never from a later state back to an earlier one. */
export async function settle(
  ctx: Ctx,
  id: string,
  outcome: { state: State; provider?: string; providerId?: string; sender?: string; problem?: string | null },
): Promise<void> {
  await ctx.db
    .update(messages)
    .set({ ...outcome, ...(outcome.state === 'sent' || outcome.state === 'delivered' ? { sentAt: clock.now() } : {}) })
    .where(and(eq(messages.id, id), inArray(messages.state, ['sending', 'sent', 'unknown'])))
}

/** Messages that were being sent ten minutes ago and have not been heard of since. */
export async function findStuck(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.state, 'sending'), lt(messages.updatedAt, new Date(clock.ms() - minutes(10)))))
    .limit(500)
  return rows.map(row => row.id)
}
