import { and, asc, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { requireComplete } from '../receipts/service/issuance.ts'
import { emailReceipts } from '../receipts/service/receipt-emails.ts'
import { readIssuance } from '../receipts/service/settings.ts'
import { donorKeyColumn, receiptableInPeriod } from '../receipts/service.ts'
import { receipts } from '../receipts/tables.ts'
import { gapTexts } from '../rules/statement-gaps.ts'
import { gifts } from '../tables.ts'
import type { Run } from './contract.ts'
import { preflight } from './service/preflight.ts'
import { issueStatementBatch } from './service/statement-batches.ts'
import { statementRuns } from './tables.ts'
import { mailStatements, makeStatements } from './tasks.ts'

type Row = typeof statementRuns.$inferSelect

async function toRuns(ctx: Ctx, rows: readonly Row[]): Promise<Run[]> {
  if (rows.length === 0) return []
  const { rows: sums } = await ctx.db.execute<{ run_id: string; with_email: number; emailed: number; all: number }>(sql`
    select r.run_id, count(*)::int as "all", count(r.emailed_at)::int as emailed,
      count(*) filter (where r.emailed_at is null and p.email is not null)::int as with_email
    from giving_receipts r join people p on p.client_id = r.client_id and p.id = r.person_id
    where r.status = 'issued' and r.run_id = any(${sql.param(rows.map(row => row.id))}::uuid[]) group by 1`)
  const byRun = new Map(sums.map(row => [row.run_id, row]))
  return rows.map(row => {
    const { with_email = 0, emailed = 0, all = 0 } = byRun.get(row.id) ?? {}
    const toEmail = row.mailDone ? 0 : with_email
    const { id, periodFrom, periodTo, scope, state, total, done, issued, replaced, voided } = row
    return {
      id,
      periodFrom,
      periodTo,
      scope,
      state,
      total,
      done,
      issued,
      replaced,
      voided,
      toEmail,
      emailed,
      toPrint: all - emailed - toEmail,
      mailAt: row.mailAt,
      mailDone: row.mailDone,
      createdAt: row.createdAt,
    }
  })
}

export async function list(ctx: Ctx) {
  const rows = await ctx.db.select().from(statementRuns).orderBy(desc(statementRuns.id)).limit(20)
  return { items: await toRuns(ctx, rows) }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Run> {
  const [row] = await ctx.db.select().from(statementRuns).where(eq(statementRuns.id, id))
  return (await toRuns(ctx, [found(row, 'Statement run')]))[0]!
}

interface Asked {
  from: string
  to: string
  scope: Row['scope']
  reason: string
  confirmed: boolean
}

/** Statements get numbers and stay: what would be missing on them is confirmed first, by every client. */
async function requireConfirmed(ctx: Ctx, asked: Asked): Promise<void> {
  if (asked.confirmed) return
  const missing = gapTexts((await preflight(ctx, asked)).items)
  if (missing.length === 0) return
  throw new Failure(
    'CONFIRM_FIRST',
    `Please check first: ${missing.join('; ')}. Statements get numbers and can’t be undone. To make them anyway, send "confirmed": true.`,
  )
}

/** Asks for the statements of a period: a job makes them. One run at a time. */
export async function create(ctx: Ctx, asked: Asked): Promise<Run> {
  const { from, to, scope, reason } = asked
  if (from > to) throw invalid('to', 'Please choose a day after the first one')
  requireComplete(await readIssuance(ctx))
  await requireConfirmed(ctx, asked)
  // Of two at once the second finds the first.
  await advisoryLock(ctx.db, `statements ${ctx.client.id}`)
  const [running] = await ctx.db.select().from(statementRuns).where(eq(statementRuns.state, 'running'))
  if (running) throw new Failure('BAD_REQUEST', 'Statements are being made already. Please wait until they are done.')
  const [other] = await ctx.db
    .select({ id: receipts.id })
    .from(receipts)
    .where(
      and(
        eq(receipts.kind, 'statement'),
        eq(receipts.status, 'issued'),
        ne(receipts.scope, scope),
        eq(receipts.periodFrom, from),
        eq(receipts.periodTo, to),
      ),
    )
    .limit(1)
  if (other)
    throw invalid(
      'scope',
      scope === 'person'
        ? 'This period has statements for households. Please choose households again.'
        : 'This period has statements for single people. Please choose people again.',
    )
  const [count] = await ctx.db
    .select({ donors: sql<number>`count(distinct ${donorKeyColumn(scope)})::int` })
    .from(gifts)
    .where(receiptableInPeriod(ctx, { from, to, scope }))
  const values = { periodFrom: from, periodTo: to, scope, reason, total: count!.donors, createdBy: userOf(ctx) }
  const [row] = await ctx.db.insert(statementRuns).values(values).returning()
  await enqueue(ctx, makeStatements, { runId: row!.id })
  announce(ctx, 'gifts', row!.id)
  return (await toRuns(ctx, [row!]))[0]!
}

/** Batch after batch, each in a transaction of its own with its place: repeated, it goes on. */
export async function issueStatements(
  ctx: OuterCtx,
  { runId }: { runId: string },
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) if (!(await ctx.tx(tx => issueStatementBatch(tx, runId)))) return
  throw new Error('stopped in the middle: the rest follows')
}

/** The link to the portal, to everyone who has an email address. */
export async function email(ctx: Ctx, { id }: { id: string }): Promise<Run> {
  const [row] = await ctx.db.select().from(statementRuns).where(eq(statementRuns.id, id)).for('update')
  const run = found(row, 'Statement run')
  if (run.state !== 'done') throw new Failure('BAD_REQUEST', 'The statements are still being made.')
  if (!run.mailAt) {
    await ctx.db.update(statementRuns).set({ mailAt: clock.now() }).where(eq(statementRuns.id, id))
    await enqueue(ctx, mailStatements, { runId: id })
  }
  return get(ctx, { id })
}

const MAILS = 200
export async function emailStatements(ctx: OuterCtx, { runId }: { runId: string }): Promise<void> {
  while (await ctx.tx(tx => mailBatch(tx, runId)));
}

async function mailBatch(ctx: Ctx, runId: string): Promise<boolean> {
  const [run] = await ctx.db.select().from(statementRuns).where(eq(statementRuns.id, runId)).for('update')
  if (!run || run.mailDone) return false
  const rows = await ctx.db
    .select()
    .from(receipts)
    .where(
      and(
        eq(receipts.runId, runId),
        eq(receipts.status, 'issued'),
        isNull(receipts.emailedAt),
        run.mailCursor ? gt(receipts.id, run.mailCursor) : undefined,
      ),
    )
    .orderBy(asc(receipts.id))
    .limit(MAILS)
  await emailReceipts(ctx, rows)
  const last = rows.at(-1)
  const isLast = rows.length < MAILS
  await ctx.db
    .update(statementRuns)
    .set({ ...(last && { mailCursor: last.id }), ...(isLast && { mailDone: clock.now() }) })
    .where(eq(statementRuns.id, runId))
  announce(ctx, 'gifts', runId)
  return !isLast
}

const PRINTED = 100
/** What goes by post: those of a run that were not emailed, a hundred at a time, in the order of their numbers. */
export async function listPrintableReceipts(ctx: Ctx, runId: string, after: string | null) {
  const [run] = await ctx.db.select().from(statementRuns).where(eq(statementRuns.id, runId))
  found(run, 'Statement run')
  const mailable = sql`exists (select from people p where p.client_id = ${receipts.clientId} and p.id = ${receipts.personId} and p.email is not null)`
  return ctx.db
    .select()
    .from(receipts)
    .where(
      and(
        eq(receipts.runId, runId),
        eq(receipts.status, 'issued'),
        isNull(receipts.emailedAt),
        run!.mailDone ? undefined : sql`not ${mailable}`,
        after ? gt(receipts.number, after) : undefined,
      ),
    )
    .orderBy(asc(receipts.number))
    .limit(PRINTED)
}

/** Receipts that have a gift on them, and are still valid. */
export const lockGiftReceipts = (ctx: Ctx, giftId: string) =>
  ctx.db
    .select()
    .from(receipts)
    .where(and(eq(receipts.status, 'issued'), sql`${receipts.giftIds} @> array[${giftId}]::uuid[]`))
    .orderBy(receipts.id)
    .for('update')
