import { and, asc, desc, eq, inArray, lt, ne, type SQL } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { withFeeCovered } from '#payments/rules/fees.ts'
import { nextAfter } from '#payments/rules/schedule.ts'
import { offers, startPayment } from '#payments/service/start.ts'
import { savedMethods } from '#payments/tables.ts'
import { people } from '#people/tables.ts'
import { recurringEnded } from '../events.ts'
import { createPendingGift } from '../giving/service.ts'
import { MODULE } from '../service/ledger-entries.ts'
import { funds, gifts } from '../tables.ts'
import type { ChangedRecurring, Pause, RecurringFilter, RecurringGift } from './contract.ts'
import type { EndedReason } from './rules.ts'
import { isChargePending, resumedSchedule, todayOf } from './service/charges.ts'
import { recurringLines, recurringGifts as table } from './tables.ts'

type Row = typeof table.$inferSelect

async function shown(ctx: Ctx, where: SQL | undefined, limit: number): Promise<RecurringGift[]> {
  const rows = await ctx.db
    .select({ row: table, donor: people.name, saved: savedMethods })
    .from(table)
    .leftJoin(people, and(eq(people.clientId, table.clientId), eq(people.id, table.personId)))
    .leftJoin(savedMethods, and(eq(savedMethods.clientId, table.clientId), eq(savedMethods.id, table.savedId)))
    .where(where)
    .orderBy(desc(table.id))
    .limit(limit)
  const ids = rows.map(({ row }) => row.id)
  const lines = ids.length
    ? await ctx.db
        .select({ line: recurringLines, fund: funds.name, archivedAt: funds.archivedAt })
        .from(recurringLines)
        .innerJoin(funds, and(eq(funds.clientId, recurringLines.clientId), eq(funds.id, recurringLines.fundId)))
        .where(inArray(recurringLines.recurringId, ids))
        .orderBy(asc(recurringLines.position))
    : []
  const byGift = Map.groupBy(lines, ({ line }) => line.recurringId)
  return rows.map(({ row, donor, saved }) => {
    const own = (byGift.get(row.id) ?? []).map(({ line: { fundId, campaignId, amount }, fund, archivedAt }) => ({
      fundId,
      campaignId,
      amount,
      fund,
      archived: archivedAt !== null,
    }))
    const { id, personId, status, frequency, currency, coverFees, nextOn, pausedUntil, failures, problem } = row
    return {
      id,
      personId,
      donor: donor ?? '',
      status,
      frequency,
      currency,
      coverFees,
      nextOn,
      pausedUntil,
      amount: own.reduce((sum, line) => sum + line.amount, 0),
      lines: own,
      failures,
      problem,
      brand: saved?.brand ?? '',
      last4: saved?.last4 ?? '',
      expires: saved?.expires ?? null,
      endedReason: row.endedReason,
      endedAt: row.endedAt,
      createdAt: row.createdAt,
      version: row.version,
    }
  })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function list(ctx: Ctx, { status, personId, cursor, limit }: RecurringFilter) {
  const where = and(
    status ? eq(table.status, status) : undefined,
    personId ? eq(table.personId, personId) : undefined,
    cursor && UUID.test(cursor) ? lt(table.id, cursor) : undefined,
  )
  const items = await shown(ctx, where, limit + 1)
  return { items: items.slice(0, limit), nextCursor: items.length > limit ? items[limit - 1]!.id : null }
}

/** Those of one person, in their portal. */
export const listPersonRecurring = (ctx: Ctx, personId: string) =>
  shown(ctx, and(eq(table.personId, personId), ne(table.status, 'ended')), 50)

export async function get(ctx: Ctx, { id }: { id: string }): Promise<RecurringGift> {
  return found((await shown(ctx, eq(table.id, id), 1))[0], 'Recurring gift')
}

/** Locked; one that has ended stays ended. @param personId whose it must be, for a giver's own page */
async function locked(ctx: Ctx, id: string, personId?: string): Promise<Row> {
  const [row] = await ctx.db.select().from(table).where(eq(table.id, id)).for('update')
  const own = found(row && (!personId || row.personId === personId) ? row : undefined, 'Recurring gift')
  if (own.status === 'ended') throw new Failure('CONFLICT', 'This recurring gift has ended.')
  return own
}

async function write(ctx: Ctx, row: Row, changes: Partial<Row>): Promise<RecurringGift> {
  await ctx.db
    .update(table)
    .set({ ...changes, version: row.version + 1 })
    .where(eq(table.id, row.id))
  announce(ctx, 'gifts', row.id)
  return get(ctx, row)
}

export async function pause(ctx: Ctx, { id, until }: Pause, personId?: string): Promise<RecurringGift> {
  const row = await locked(ctx, id, personId)
  if (until && until <= todayOf(ctx)) throw invalid('until', 'Please choose a day after today')
  return write(ctx, row, { status: 'paused', pausedUntil: until })
}

/** From the next date on: what fell into the pause is not made up for. */
export async function resume(ctx: Ctx, { id }: { id: string }, personId?: string): Promise<RecurringGift> {
  const row = await locked(ctx, id, personId)
  return write(ctx, row, resumedSchedule(row, todayOf(ctx)))
}

/** While the gateway has not decided about the last charge, the date of the next one is open. */
async function requireDecided(ctx: Ctx, row: Row): Promise<void> {
  if (await isChargePending(ctx, row))
    throw new Failure('CONFLICT', 'The last gift is still being processed. Please try again once it has arrived.')
}

export async function skip(ctx: Ctx, { id }: { id: string }, personId?: string): Promise<RecurringGift> {
  const row = await locked(ctx, id, personId)
  await requireDecided(ctx, row)
  const nextOn = nextAfter(row.anchor, row.frequency, row.nextOn)
  return write(ctx, row, { nextOn, tryOn: nextOn, failures: 0, failedOn: null, problem: '' })
}

export async function cancel(
  ctx: Ctx,
  { id }: { id: string },
  { personId, reason = 'staff' }: { personId?: string; reason?: EndedReason } = {},
): Promise<RecurringGift> {
  const row = await locked(ctx, id, personId)
  await emit(ctx, recurringEnded, { recurringId: id, personId: row.personId, at: clock.now() })
  return write(ctx, row, { status: 'ended', endedAt: clock.now(), endedReason: reason })
}

/** Amounts, funds, how often and when; a new day is what later dates are counted from. */
export async function update(
  ctx: Ctx,
  { id, version, lines, frequency, nextOn }: Omit<ChangedRecurring, 'version'> & { version?: number },
  personId?: string,
): Promise<RecurringGift> {
  const row = await locked(ctx, id, personId)
  if (version !== undefined && row.version !== version) throw new Failure('CONFLICT')
  if (!lines && !frequency && !nextOn) return get(ctx, { id })
  if (nextOn && nextOn <= todayOf(ctx)) throw invalid('nextOn', 'Please choose a day after today')
  if (lines) {
    const usable = await ctx.db
      .select()
      .from(funds)
      .where(
        inArray(
          funds.id,
          lines.map(line => line.fundId),
        ),
      )
    for (const [i, { fundId }] of lines.entries()) {
      const fund = usable.find(one => one.id === fundId)
      if (!fund || fund.archivedAt) throw invalid(`lines.${i}.fundId`, 'Please choose a fund that is open')
    }
    await ctx.db.delete(recurringLines).where(eq(recurringLines.recurringId, id))
    await ctx.db
      .insert(recurringLines)
      .values(
        lines.map((line, position) => ({ ...line, campaignId: line.campaignId ?? null, position, recurringId: id })),
      )
  }
  const anchor = nextOn ?? (frequency && frequency !== row.frequency ? row.nextOn : row.anchor)
  const next = nextOn ?? row.nextOn
  return write(ctx, row, {
    anchor,
    frequency: frequency ?? row.frequency,
    nextOn: next,
    ...((nextOn || row.failures === 0) && { tryOn: next }),
  })
}

/** For a fund that was archived under recurring gifts: until then they still reach it. */
export async function moveFund(ctx: Ctx, { from, to }: { from: string; to: string }) {
  const [fund] = await ctx.db.select().from(funds).where(eq(funds.id, to))
  if (!fund || fund.archivedAt) throw invalid('to', 'Please choose a fund that is open')
  const open = ctx.db.select({ id: table.id }).from(table).where(ne(table.status, 'ended'))
  const moved = await ctx.db
    .update(recurringLines)
    .set({ fundId: to })
    .where(and(eq(recurringLines.fundId, from), inArray(recurringLines.recurringId, open)))
    .returning({ id: recurringLines.recurringId })
  announce(ctx, 'gifts')
  return { moved: new Set(moved.map(({ id }) => id)).size }
}

/**
 * The next gift now, with another card: paid at the gateway, that card takes the place of the one before.
 * @returns the payment
 */
export async function startCardReplacement(
  ctx: Ctx,
  { id, personId, returnPath }: { id: string; personId: string; returnPath: string },
): Promise<string> {
  const row = await locked(ctx, id, personId)
  const lines = await ctx.db.select().from(recurringLines).where(eq(recurringLines.recurringId, id))
  const sum = lines.reduce((all, line) => all + line.amount, 0)
  const total = row.coverFees ? withFeeCovered(sum, (await offers(ctx)).fee) : sum
  const [person] = await ctx.db.select().from(people).where(eq(people.id, personId))
  await requireDecided(ctx, row)
  const failed = and(eq(gifts.recurringId, id), eq(gifts.status, 'failed'))
  // Pressed twice, it is one payment; after one that failed it is another.
  const key = `recurring:${id}:${row.nextOn}:card:${row.version}:${await ctx.db.$count(gifts, failed)}`
  const giftId = await createPendingGift(ctx, {
    key,
    source: 'online',
    lines,
    total,
    currency: row.currency,
    personId,
    recurringId: id,
  })
  const payment = await startPayment(ctx, {
    module: MODULE,
    refId: giftId,
    amount: total,
    currency: row.currency,
    description: 'Recurring gift',
    payer: { name: person!.name, email: person!.email ?? '' },
    save: true,
    returnPath,
    key: giftId,
  })
  await ctx.db.update(gifts).set({ paymentId: payment.id }).where(eq(gifts.id, giftId))
  return payment.id
}
