import { randomUUID } from 'node:crypto'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { subscribe } from '#consent/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { networkOf } from '#kernel/network.ts'
import { announce } from '#kernel/realtime.ts'
import { digest } from '#kernel/secrets.ts'
import { announceQueued } from '#messaging/service/batches.ts'
import { sendMail } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { guardSubmission } from '#public-page/guard/service.ts'
import { autoReplyMail } from '../emails/auto-reply.ts'
import type { NewSubmission } from './contract.ts'
import { contactReceived } from './events.ts'
import { LEAST_TIME, MOST_AN_HOUR, NEWSLETTER_WORDING } from './rules.ts'
import { contactReplies, contactSubmissions } from './tables.ts'

/** The public site's form belongs to the operator's own account. */
export async function clientOfForm(db: Db, form: string): Promise<string | undefined> {
  if (form !== 'site') return undefined
  const { rows } = await db.execute<{ id: string }>(sql`select id from clients where house`)
  return rows[0]?.id
}

const received = {
  id: contactSubmissions.id,
  name: contactSubmissions.name,
  email: contactSubmissions.email,
  subject: contactSubmissions.subject,
  message: contactSubmissions.message,
  isSubscribed: contactSubmissions.isSubscribed,
  createdAt: contactSubmissions.createdAt,
}

/** Stored first, then answered by a job. The same words on the same day are one submission. */
export async function submit(ctx: Ctx, { form: _, elapsed, website, ...words }: NewSubmission) {
  const ipHash = digest(`contact ${networkOf(ctx.ip ?? '')}`)
  const day = clock.now().toISOString().slice(0, 10)
  const fingerprint = digest([day, words.email, words.subject, words.message].join('\n'))
  const [known] = await ctx.db
    .select(received)
    .from(contactSubmissions)
    .where(eq(contactSubmissions.fingerprint, fingerprint))
  if (known) return known
  // The page is made at build time, so its script says how long it was open.
  const signs = await guardSubmission(ctx, {
    form: 'contact',
    honeypot: website,
    opened: clock.ms() - elapsed,
    leastMs: LEAST_TIME,
    refused: { device: MOST_AN_HOUR, mine: MOST_AN_HOUR * 20 },
    message: 'You sent several messages just now. Please try again in an hour.',
  })
  const suspicious = signs.length > 0
  const [row] = await ctx.db
    .insert(contactSubmissions)
    .values({ ...words, suspicious, ipHash, fingerprint })
    // Two clicks at once: the second finds the first one's row.
    .onConflictDoUpdate({ target: [contactSubmissions.clientId, contactSubmissions.fingerprint], set: { fingerprint } })
    .returning({ ...received, version: contactSubmissions.version })
  const { version, ...stored } = row!
  if (version === 1 && !suspicious) await welcome(ctx, { id: stored.id, ...words })
  return stored
}

/** What follows from someone's own words: an answer, and the newsletter if they wished. */
export async function welcome(ctx: Ctx, words: { id: string; name: string; email: string; isSubscribed: boolean }) {
  const { id, name, email, isSubscribed } = words
  await emit(ctx, contactReceived, { submissionId: id })
  if (isSubscribed)
    await subscribe(ctx, email, {
      topic: NEWSLETTER,
      source: 'form',
      wording: NEWSLETTER_WORDING,
      reference: id,
      name,
    })
  announce(ctx, 'contact', id)
}

/** A mail that did not leave, and may be written anew because someone asks. */
const lost = (state: string) => ['failed', 'undelivered', 'unknown', 'skipped'].includes(state)

/** Whether a mail is still to be written: a lost one only where someone asks `again`, one that waits is hurried on then. */
export async function canReply(ctx: Ctx, key: string | null, again: boolean): Promise<'yes' | 'no' | 'hurried'> {
  if (!key) return 'yes'
  const [mail] = await ctx.db.select().from(messages).where(eq(messages.dedupeKey, key))
  if (!mail || !again) return 'no'
  if (lost(mail.state)) return 'yes'
  if (mail.state !== 'queued' || !mail.problem) return 'no'
  await announceQueued(ctx, [mail.id])
  return 'hurried'
}

/**
 * Answers a submission once; asked again, it says what it is already. It stays pending until the mail has left, so one
 * that failed is answered by asking again.
 */
export async function autoReply(ctx: Ctx, id: string, { again = false } = {}): Promise<{ sent: boolean }> {
  const [submission] = await ctx.db.select().from(contactSubmissions).where(eq(contactSubmissions.id, id)).for('update')
  const { status, suspicious, name, email, subject, answerKey } = found(submission, 'Submission')
  if (status === 'replied' || suspicious) return { sent: false }
  const may = await canReply(ctx, answerKey, again)
  if (may !== 'yes') return { sent: may === 'hurried' }
  const dedupeKey = `auto-reply:${id}:${answerKey ? randomUUID() : 'first'}`
  await sendMail(ctx, { to: email, toName: name, ...autoReplyMail({ name, subject }), kind: 'auto-reply', dedupeKey })
  await ctx.db
    .update(contactSubmissions)
    .set({ answerKey: dedupeKey, status: 'pending' })
    .where(eq(contactSubmissions.id, id))
  announce(ctx, 'contact', id)
  return { sent: true }
}

/** The automatic answer has left, or came back. */
export async function recordReplySent(ctx: Ctx, key: string, left: boolean): Promise<void> {
  const [from, to] = left ? (['pending', 'auto_replied'] as const) : (['auto_replied', 'pending'] as const)
  await ctx.db
    .update(contactSubmissions)
    .set({ status: to })
    .where(and(eq(contactSubmissions.answerKey, key), eq(contactSubmissions.status, from)))
}

/** A reply came back: if it was the only one, nobody has replied yet. */
export async function recordReplyFailed(ctx: Ctx, key: string): Promise<void> {
  const [reply] = await ctx.db.select().from(contactReplies).where(eq(contactReplies.mailKey, key))
  if (!reply) return
  const [{ others } = { others: 0 }] = await ctx.db
    .select({ others: sql<number>`count(*)::int` })
    .from(contactReplies)
    .innerJoin(messages, eq(messages.dedupeKey, contactReplies.mailKey))
    .where(
      and(
        eq(contactReplies.submissionId, reply.submissionId),
        notInArray(messages.state, ['failed', 'undelivered', 'skipped']),
      ),
    )
  if (others > 0) return
  const before = sql`case when exists (select from messages m where m.dedupe_key = ${contactSubmissions.answerKey}
    and m.state in ('sent', 'delivered')) then 'auto_replied' else 'pending' end`
  await ctx.db
    .update(contactSubmissions)
    .set({ status: before as never, repliedAt: null })
    .where(and(eq(contactSubmissions.id, reply.submissionId), eq(contactSubmissions.status, 'replied')))
}
