import { and, eq, gt, sql } from 'drizzle-orm'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { subscribe } from '#consent/service.ts'
import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import type { Db } from '#kernel/db.ts'
import { Failure, found } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { digest } from '#kernel/secrets.ts'
import { sendMail } from '#messaging/service.ts'
import { autoReplyMail } from '../emails/auto-reply.ts'
import type { NewSubmission } from './contract.ts'
import { contactReceived } from './events.ts'
import { LEAST_TIME, MOST_AN_HOUR, NEWSLETTER_WORDING } from './rules.ts'
import { contactSubmissions } from './tables.ts'

/** The public site's form belongs to the operator's own account. */
export async function clientOfForm(db: Db, form: string): Promise<string | undefined> {
  if (form !== 'site') return undefined
  const { rows } = await db.execute<{ id: string }>(sql`select id from clients where house`)
  return rows[0]?.id
}

/** Stored first, then answered by a job. The same words on the same day are one submission. */
export async function submit(ctx: Ctx, { form: _, elapsed, website, ...words }: NewSubmission) {
  const ipHash = digest(`contact ${ctx.ip}`)
  const suspicious = website !== '' || elapsed < LEAST_TIME
  const day = clock.now().toISOString().slice(0, 10)
  const fingerprint = digest([day, words.email, words.subject, words.message].join('\n'))
  const [known] = await ctx.db
    .select({ id: contactSubmissions.id })
    .from(contactSubmissions)
    .where(eq(contactSubmissions.fingerprint, fingerprint))
  if (known) return known
  await limit(ctx, ipHash)
  const [row] = await ctx.db
    .insert(contactSubmissions)
    .values({ ...words, suspicious, ipHash, fingerprint })
    // Two clicks at once: the second finds the first one's row.
    .onConflictDoUpdate({ target: [contactSubmissions.clientId, contactSubmissions.fingerprint], set: { fingerprint } })
    .returning({ id: contactSubmissions.id, version: contactSubmissions.version })
  const { id, version } = row!
  if (version === 1 && !suspicious) {
    await emit(ctx, contactReceived, { submissionId: id })
    if (words.isSubscribed)
      await subscribe(ctx, words.email, {
        topic: NEWSLETTER,
        source: 'form',
        wording: NEWSLETTER_WORDING,
        reference: id,
        name: words.name,
      })
    announce(ctx, 'contact', id)
  }
  return { id }
}

async function limit(ctx: Ctx, ipHash: string): Promise<void> {
  const since = new Date(clock.ms() - hours(1))
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(contactSubmissions)
    .where(and(eq(contactSubmissions.ipHash, ipHash), gt(contactSubmissions.createdAt, since)))
  if (row!.count >= MOST_AN_HOUR)
    throw new Failure('TOO_MANY_REQUESTS', 'You have written several times just now. Please try again in an hour.')
}

/** Answers a submission once; asked again, it says what it is already. */
export async function autoReply(ctx: Ctx, id: string): Promise<{ sent: boolean }> {
  const [submission] = await ctx.db.select().from(contactSubmissions).where(eq(contactSubmissions.id, id)).for('update')
  const { status, suspicious, name, email, subject } = found(submission, 'Submission')
  if (status !== 'pending' || suspicious) return { sent: false }
  await sendMail(ctx, {
    to: email,
    toName: name,
    ...autoReplyMail({ name, subject }),
    kind: 'auto-reply',
    dedupeKey: `auto-reply:${id}`,
  })
  await ctx.db.update(contactSubmissions).set({ status: 'auto_replied' }).where(eq(contactSubmissions.id, id))
  announce(ctx, 'contact', id)
  return { sent: true }
}
