import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { localDay } from '#clients/rules/local-day.ts'
import { clients } from '#clients/tables.ts'
import { pdfOf } from '#documents/service.ts'
import { users } from '#identity/tables.ts'
import { clock } from '#kernel/clock.ts'
import { pageStart } from '#kernel/contract.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/money.ts'
import { announce } from '#kernel/realtime.ts'
import { countedTotal } from '../rules/count-sheet.ts'
import { depositSlip } from '../rules/deposit-slip.ts'
import { postDeposit } from '../service/ledger-entries.ts'
import { batches, gifts } from '../tables.ts'
import type { Batch, BatchFilter, CountSheet, Deposit, NewBatch } from './contract.ts'

type Row = typeof batches.$inferSelect

interface Entered {
  entered: number
  enteredCash: number
  enteredChecks: number
  gifts: number
}
const none: Entered = { entered: 0, enteredCash: 0, enteredChecks: 0, gifts: 0 }

async function enteredIn(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Entered>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({
      id: sql<string>`${gifts.batchId}`,
      entered: sql<number>`sum(${gifts.total})`.mapWith(Number),
      enteredCash: sql<number>`coalesce(sum(${gifts.total}) filter (where ${gifts.method} = 'cash'), 0)`.mapWith(
        Number,
      ),
      enteredChecks: sql<number>`coalesce(sum(${gifts.total}) filter (where ${gifts.method} = 'check'), 0)`.mapWith(
        Number,
      ),
      gifts: sql<number>`count(*)::int`,
    })
    .from(gifts)
    .where(and(inArray(gifts.batchId, [...ids]), ne(gifts.status, 'reversed')))
    .groupBy(gifts.batchId)
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

const [counter, confirmer] = [alias(users, 'counter'), alias(users, 'confirmer')]
const select = (ctx: Ctx) =>
  ctx.db
    .select({ batch: batches, countedBy: counter.name, confirmedBy: confirmer.name })
    .from(batches)
    .leftJoin(counter, eq(counter.id, batches.countedBy))
    .leftJoin(confirmer, eq(confirmer.id, batches.confirmedBy))

const toBatch = (
  { batch, countedBy, confirmedBy }: { batch: Row; countedBy: string | null; confirmedBy: string | null },
  sums: Entered = none,
): Batch => {
  const { id, name, day, currency, status, controlTotal, denominations, checksTotal, countedAt, confirmedAt } = batch
  const { depositedOn, reference, createdAt } = batch
  return {
    id,
    name,
    day,
    currency,
    status,
    controlTotal,
    denominations,
    checksTotal,
    countedAt,
    confirmedAt,
    depositedOn,
    reference,
    createdAt,
    countedBy,
    confirmedBy,
    countedById: batch.countedBy,
    ...sums,
    counted: countedAt ? countedTotal(batch) : null,
  }
}

export async function list(ctx: Ctx, { status, cursor, limit }: BatchFilter) {
  const offset = pageStart(cursor, 100_000)
  const rows = await select(ctx)
    .where(status ? eq(batches.status, status) : undefined)
    .orderBy(desc(batches.day), desc(batches.id))
    .limit(limit)
    .offset(offset)
  const sums = await enteredIn(
    ctx,
    rows.map(({ batch }) => batch.id),
  )
  return {
    items: rows.map(row => toBatch(row, sums.get(row.batch.id))),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
  }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Batch> {
  const [row] = await select(ctx).where(eq(batches.id, id))
  return toBatch(found(row, 'Batch'), (await enteredIn(ctx, [id])).get(id))
}

export async function create(ctx: Ctx, { currency, ...input }: NewBatch): Promise<Batch> {
  const [row] = await ctx.db
    .insert(batches)
    .values({ ...input, currency: currency ?? ctx.client.currency, createdAt: clock.now() })
    .returning({ id: batches.id })
  announce(ctx, 'gifts', row!.id)
  return get(ctx, row!)
}

/** Gifts are recorded under a shared lock of their batch: nothing is entered while it is counted or closed. */
async function lockBatch(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.db.select().from(batches).where(eq(batches.id, id)).for('update')
  return found(row, 'Batch')
}
const tooLate = () => new Failure('CONFLICT', 'Someone else was faster: this batch has another status now.')

async function enter(ctx: Ctx, row: Row, changes: Partial<Row>): Promise<Batch> {
  await ctx.db
    .update(batches)
    .set({ ...changes, version: row.version + 1 })
    .where(eq(batches.id, row.id))
  announce(ctx, 'gifts', row.id)
  return get(ctx, row)
}

/** The first count. */
export async function count(ctx: Ctx, { id, denominations, checksTotal }: CountSheet): Promise<Batch> {
  const row = await lockBatch(ctx, id)
  if (row.status !== 'open') throw tooLate()
  const sheet = denominations.filter(one => one.count > 0)
  return enter(ctx, row, {
    denominations: sheet,
    checksTotal,
    status: 'counted',
    countedBy: userOf(ctx),
    countedAt: clock.now(),
  })
}

/** A second person counted as well: what both counted is what was entered, or the batch stays open. */
export async function confirm(ctx: Ctx, { id, total }: { id: string; total: number }): Promise<Batch> {
  const row = await lockBatch(ctx, id)
  if (row.status !== 'counted') throw tooLate()
  if (row.countedBy === userOf(ctx))
    throw new Failure('FORBIDDEN', 'You counted this batch first. A second person has to confirm it.')
  const { entered } = await get(ctx, { id })
  const money = (amount: number) => formatMoney({ amount, currency: row.currency }, ctx.client.locale)
  const first = countedTotal(row)
  if (total !== first) throw invalid('total', 'This is not what the first person counted. Please count again together.')
  if (entered !== first)
    throw invalid(
      'total',
      `${money(first)} were counted and ${money(entered)} entered. Reopen the batch and correct it.`,
    )
  if (row.controlTotal !== null && row.controlTotal !== first)
    throw invalid('total', `The control total is ${money(row.controlTotal)}. Reopen the batch and correct it.`)
  return enter(ctx, row, { status: 'closed', confirmedBy: userOf(ctx), confirmedAt: clock.now() })
}

export async function reopen(ctx: Ctx, { id }: { id: string }): Promise<Batch> {
  const row = await lockBatch(ctx, id)
  if (row.status === 'deposited') throw new Failure('BAD_REQUEST', 'This batch is at the bank and can’t be reopened.')
  if (row.status === 'open') return get(ctx, { id })
  return enter(ctx, row, {
    status: 'open',
    countedBy: null,
    countedAt: null,
    confirmedBy: null,
    confirmedAt: null,
  })
}

export async function deposit(ctx: Ctx, { id, depositedOn, reference }: Deposit): Promise<Batch> {
  const row = await lockBatch(ctx, id)
  if (row.status !== 'closed')
    throw row.status === 'deposited'
      ? tooLate()
      : new Failure('BAD_REQUEST', 'Two people have to count a batch before it is deposited.')
  if (depositedOn > localDay(clock.now(), ctx.client.timeZone))
    throw invalid('depositedOn', 'Please choose today or an earlier day')
  const { entered } = await get(ctx, { id })
  await postDeposit(ctx, row, entered, depositedOn)
  return enter(ctx, row, { status: 'deposited', depositedOn, reference, depositedBy: userOf(ctx) })
}

/** What the bank gets with the money. */
export async function slip(ctx: OuterCtx, { id }: { id: string }) {
  const { batch, church, checks } = await ctx.tx(async inner => {
    const [account] = await inner.db.select({ name: clients.name }).from(clients).where(eq(clients.id, inner.client.id))
    const checks = await inner.db
      .select({ number: gifts.checkNumber, amount: gifts.total })
      .from(gifts)
      .where(and(eq(gifts.batchId, id), eq(gifts.method, 'check'), ne(gifts.status, 'reversed')))
      .orderBy(gifts.id)
    return { batch: await get(inner, { id }), church: found(account, 'Account').name, checks }
  })
  const pages = depositSlip({ batch, church, checks, locale: ctx.client.locale })
  const pdf = await pdfOf(pages, { title: `Deposit slip: ${batch.name}` })
  return { name: `deposit-${batch.day}.pdf`, base64: pdf.toString('base64') }
}
