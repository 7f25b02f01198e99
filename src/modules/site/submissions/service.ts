import { and, asc, desc, eq, ilike, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { csvFile } from '#kernel/csv.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { containing } from '#kernel/sql.ts'
import { sendMail } from '#messaging/service.ts'
import { messages } from '#messaging/tables.ts'
import { autoReply, canReply, welcome } from '../contact/service.ts'
import { contactReplies, contactSubmissions as rows } from '../contact/tables.ts'
import { contactReplyMail } from '../emails/contact-reply.ts'
import type { NewReply, SubmissionChange, SubmissionFilter } from './contract.ts'

const MOST_EXPORTED = 50_000
const answer = alias(messages, 'answer')
const nameOf = sql<string>`coalesce(nullif(${users.name}, ''), ${users.email}, 'A former colleague')`

/** Why a mail is not where it should be; one that is tried again and again says so, too. */
const problemOf = ({ state, problem, skipReason }: typeof answer | typeof messages) => sql<string | null>`case
  when ${state} in ('failed', 'undelivered', 'unknown') then coalesce(${problem}, 'The email was not delivered.')
  when ${state} = 'skipped' then 'Kept back: ' || replace(coalesce(${skipReason}, ''), '_', ' ')
  when ${state} = 'queued' and ${problem} is not null then 'It is tried again and again: ' || ${problem} end`

const columns = {
  id: rows.id,
  name: rows.name,
  email: rows.email,
  subject: rows.subject,
  message: rows.message,
  isSubscribed: rows.isSubscribed,
  status: rows.status,
  suspicious: rows.suspicious,
  assigneeId: rows.assigneeId,
  assigneeName: nameOf,
  problem: sql<string | null>`case when ${rows.status} = 'pending' then ${problemOf(answer)} end`,
  createdAt: rows.createdAt,
  version: rows.version,
}

const select = (ctx: Ctx) =>
  ctx.db
    .select(columns)
    .from(rows)
    .leftJoin(users, eq(users.id, rows.assigneeId))
    .leftJoin(answer, eq(answer.dedupeKey, rows.answerKey))

const shown = ({ assigneeId, assigneeName, ...row }: Awaited<ReturnType<typeof select>>[number]) => ({
  ...row,
  assignee: assigneeId ? { id: assigneeId, name: assigneeName } : null,
})

type Narrowed = Pick<SubmissionFilter, 'q' | 'status' | 'quarantine'>
const matching = ({ q, status, quarantine }: Narrowed): SQL | undefined => {
  const wanted = containing((q ?? '').trim())
  return and(
    eq(rows.suspicious, quarantine),
    status && eq(rows.status, status),
    q?.trim()
      ? or(...[rows.name, rows.email, rows.subject, rows.message].map(column => ilike(column, wanted)))
      : undefined,
  )
}

/** Newest first. */
export async function list(ctx: Ctx, { cursor, limit, ...filter }: SubmissionFilter) {
  const found = await select(ctx)
    .where(and(matching(filter), cursor ? lt(rows.id, cursor) : undefined))
    .orderBy(desc(rows.id))
    .limit(limit)
  const [count] = await ctx.db.select({ total: sql<number>`count(*)::int` }).from(rows).where(matching(filter))
  return { items: found.map(shown), nextCursor: found.length === limit ? found.at(-1)!.id : null, total: count!.total }
}

const one = async (ctx: Ctx, id: string) => shown(found((await select(ctx).where(eq(rows.id, id)))[0], 'Submission'))

const replyColumns = {
  id: contactReplies.id,
  body: contactReplies.body,
  author: nameOf,
  state: sql<typeof messages.$inferSelect.state>`coalesce(${messages.state}, 'queued')`,
  problem: problemOf(messages),
  createdAt: contactReplies.createdAt,
}
const selectReplies = (ctx: Ctx) =>
  ctx.db
    .select(replyColumns)
    .from(contactReplies)
    .leftJoin(users, eq(users.id, contactReplies.authorId))
    .leftJoin(messages, eq(messages.dedupeKey, contactReplies.mailKey))

export async function get(ctx: Ctx, { id }: { id: string }) {
  const submission = await one(ctx, id)
  const replies = await selectReplies(ctx).where(eq(contactReplies.submissionId, id)).orderBy(asc(contactReplies.id))
  return { ...submission, replies }
}

export async function update(ctx: Ctx, { id, version, ...changes }: SubmissionChange) {
  if (changes.assigneeId) {
    const { items } = await admins(ctx)
    if (!items.some(admin => admin.id === changes.assigneeId)) throw invalid('assigneeId', 'Please choose an operator')
  }
  if (Object.keys(changes).length > 0) {
    const done = await ctx.db
      .update(rows)
      .set(changes)
      .where(and(eq(rows.id, id), eq(rows.version, version)))
      .returning({ id: rows.id })
    if (done.length === 0) {
      await one(ctx, id)
      throw new Failure('CONFLICT')
    }
  }
  return one(ctx, id)
}

/** Written back by mail, once for each `replyId` however often it is asked for. */
export async function reply(ctx: Ctx, { id, replyId, body }: NewReply) {
  const [submission] = await ctx.db.select().from(rows).where(eq(rows.id, id)).for('update')
  const asked = found(submission, 'Submission')
  const mailKey = `contact-reply:${replyId}:1`
  const added = await ctx.db
    .insert(contactReplies)
    .values({ id: replyId, submissionId: id, authorId: userOf(ctx)!, body, mailKey })
    .onConflictDoNothing()
    .returning({ id: contactReplies.id })
  if (added.length > 0) {
    await mailReply(ctx, asked, body, mailKey)
    await ctx.db
      .update(rows)
      .set({ status: 'replied', repliedAt: clock.now(), suspicious: false })
      .where(eq(rows.id, id))
  }
  return replyById(ctx, id, replyId)
}

/** Once more, if it did not leave; the submission's lock keeps a second click waiting, which then finds it under way. */
export async function resend(ctx: Ctx, { id, replyId }: { id: string; replyId: string }) {
  const [submission] = await ctx.db.select().from(rows).where(eq(rows.id, id)).for('update')
  const asked = found(submission, 'Submission')
  const { body } = await replyById(ctx, id, replyId)
  const [known] = await ctx.db.select().from(contactReplies).where(eq(contactReplies.id, replyId))
  const { mailKey, tries } = found(known, 'Reply')
  if ((await canReply(ctx, mailKey, true)) === 'yes') {
    const next = { tries: tries + 1, mailKey: `contact-reply:${replyId}:${tries + 1}` }
    await ctx.db.update(contactReplies).set(next).where(eq(contactReplies.id, replyId))
    await mailReply(ctx, asked, body, next.mailKey)
    await ctx.db.update(rows).set({ status: 'replied', repliedAt: clock.now() }).where(eq(rows.id, id))
  }
  return replyById(ctx, id, replyId)
}

async function replyById(ctx: Ctx, submissionId: string, id: string) {
  const [row] = await selectReplies(ctx).where(
    and(eq(contactReplies.submissionId, submissionId), eq(contactReplies.id, id)),
  )
  return found(row, 'Reply')
}

async function mailReply(ctx: Ctx, asked: typeof rows.$inferSelect, body: string, dedupeKey: string): Promise<void> {
  const { email, name, subject, message, createdAt } = asked
  const [author] = await ctx.db
    .select({ name: nameOf, email: users.email })
    .from(users)
    .where(eq(users.id, userOf(ctx)!))
  const on = createdAt.toLocaleDateString(ctx.client.locale, { dateStyle: 'long', timeZone: ctx.client.timeZone })
  await sendMail(ctx, {
    to: email,
    toName: name,
    ...contactReplyMail({ subject, body, author: author!.name, message, on }),
    kind: 'contact-reply',
    purpose: 'conversational',
    replyTo: author!.email,
    dedupeKey,
  })
}

export const answerAgain = (ctx: Ctx, { id }: { id: string }) => autoReply(ctx, id, { again: true })

/** A person after all: answered, and subscribed if that was wished for. */
export async function release(ctx: Ctx, { id }: { id: string }) {
  const [row] = await ctx.db
    .update(rows)
    .set({ suspicious: false })
    .where(and(eq(rows.id, id), eq(rows.suspicious, true)))
    .returning({ id: rows.id, name: rows.name, email: rows.email, isSubscribed: rows.isSubscribed })
  if (row) await welcome(ctx, row)
  return one(ctx, id)
}

export async function counts(ctx: Ctx) {
  const [row] = await ctx.db
    .select({
      open: sql<number>`count(*) filter (where not suspicious and ${ne(rows.status, 'replied')})::int`,
      quarantine: sql<number>`count(*) filter (where suspicious)::int`,
    })
    .from(rows)
  return row!
}

/** Who runs Lampstand, as far as they are members of its own account, and the caller. */
export async function admins(ctx: Ctx) {
  const items = await ctx.db
    .select({ id: users.id, name: nameOf })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(users.name)
  return { items }
}

/** In the order of the list; at most 50,000 rows. */
export async function exportCsv(ctx: Ctx, filter: Narrowed) {
  const found = await select(ctx).where(matching(filter)).orderBy(desc(rows.id)).limit(MOST_EXPORTED)
  const header = ['Received', 'Name', 'Email', 'Subject', 'Message', 'Newsletter', 'Status', 'Assigned to']
  const lines = found
    .map(shown)
    .map(row => [
      row.createdAt,
      row.name,
      row.email,
      row.subject,
      row.message,
      row.isSubscribed ? 'yes' : 'no',
      row.status,
      row.assignee?.name ?? '',
    ])
  return { csv: csvFile(header, lines) }
}
