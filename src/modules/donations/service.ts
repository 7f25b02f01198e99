import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { emit } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { removeFromTimeline } from '#people/notes/service.ts'
import { applyGiftToCare } from './care/service.ts'
import type { ChangedGift, Gift, NewGift, NewLine } from './contract.ts'
import { giftChanged, giftRecorded } from './events.ts'
import { defaultFund, usableFunds } from './funds/service.ts'
import { giftProblem, moneyAccount } from './rules/lines.ts'
import { type DonorIds, findOrCreateDonor, readDonor } from './service/donor.ts'
import { get } from './service/gift-queries.ts'
import { moveBackFromBank, postGift, rejectClosedPeriod, reverseGift } from './service/ledger-entries.ts'
import { recordGiftOnTimeline } from './service/timeline.ts'
import { batches, campaigns, giftLines, gifts } from './tables.ts'

type Row = typeof gifts.$inferSelect
type LineRow = typeof giftLines.$inferSelect

const todayOf = (ctx: Ctx) => localDay(clock.now(), ctx.client.timeZone)
const sumOf = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

function announceGift(ctx: Ctx, id: string, personId: string | null, batchId: string | null): void {
  announce(ctx, 'gifts', id)
  // Sums changed; whose gift it was, nobody hears who may not see it.
  announce(ctx, 'giving')
  if (batchId) announce(ctx, 'gifts', batchId)
  if (personId) announce(ctx, 'gifts', personId)
}

interface Ready {
  fundId: string
  campaignId: string | null
  amount: number
  deductible: number
  memo: string
  position: number
}

/** Lines with their funds, checked: open funds, campaigns in the gift's currency, goods taken off what is deductible. */
async function readyLines(
  ctx: Ctx,
  {
    lines,
    currency,
    goodsValue,
    before = [],
  }: { lines: readonly NewLine[]; currency: string; goodsValue: number; before?: readonly LineRow[] },
): Promise<Ready[]> {
  const own = [...new Set(lines.flatMap(({ campaignId }) => campaignId ?? []))].sort()
  // A campaign's currency can't change while its gift is being recorded.
  const known = own.length
    ? await ctx.db.select().from(campaigns).where(inArray(campaigns.id, own)).orderBy(campaigns.id).for('share')
    : []
  const byId = new Map(known.map(row => [row.id, row]))
  const general = (await defaultFund(ctx)).id
  const withFund = lines.map(line => {
    const campaign = line.campaignId ? found(byId.get(line.campaignId), 'Campaign') : null
    if (campaign && campaign.currency !== currency)
      throw invalid('currency', `This campaign collects in ${campaign.currency}`)
    return { ...line, fundId: line.fundId ?? campaign?.fundId ?? general }
  })
  const funds = await usableFunds(
    ctx,
    withFund.map(({ fundId }) => fundId),
  )
  let goods = goodsValue
  return withFund.map((line, position) => {
    const fund = found(funds.get(line.fundId), 'Fund')
    if (fund.archivedAt && !before.some(old => old.fundId === fund.id))
      throw invalid(`lines.${position}.fundId`, `${fund.name} is archived. Please choose another fund.`)
    const taken = Math.min(goods, line.amount)
    goods -= taken
    const { campaignId, amount, memo, fundId } = line
    return { campaignId, amount, memo, fundId, position, deductible: fund.deductible ? amount - taken : 0 }
  })
}

async function requireDay(ctx: Ctx, receivedOn: string): Promise<void> {
  if (receivedOn > todayOf(ctx)) throw invalid('receivedOn', 'Please choose today or an earlier day')
}

/** An open batch that takes such gifts; locked, so that nobody counts it meanwhile. */
async function requireBatch(ctx: Ctx, id: string, { method, currency }: { method: Row['method']; currency: string }) {
  const [row] = await ctx.db.select().from(batches).where(eq(batches.id, id)).for('share')
  const batch = found(row, 'Batch')
  if (batch.status !== 'open')
    throw invalid('batchId', 'This batch is counted or closed. Reopen it first, or choose another one.')
  if (batch.currency !== currency) throw invalid('currency', `This batch is in ${batch.currency}`)
  if (moneyAccount(method) !== 'undeposited')
    throw invalid('method', 'A batch takes cash, checks and other gifts by hand')
}

async function findSame(
  ctx: Ctx,
  gift: {
    key: string
    personId: string | null
    total: number
    receivedOn: string
    checkNumber: string
    currency: string
  },
) {
  const { key, personId, total, receivedOn, checkNumber, currency } = gift
  if (total === 0 || (!personId && !checkNumber)) return
  const what = `gift ${ctx.client.id} ${personId} ${receivedOn} ${total} ${checkNumber}`
  await advisoryLock(ctx.db, what)
  const [same] = await ctx.db
    .select({ id: gifts.id })
    .from(gifts)
    .where(
      and(
        personId ? eq(gifts.personId, personId) : isNull(gifts.personId),
        eq(gifts.receivedOn, receivedOn),
        eq(gifts.total, total),
        eq(gifts.currency, currency),
        eq(gifts.checkNumber, checkNumber),
        ne(gifts.status, 'reversed'),
        ne(gifts.key, key),
      ),
    )
    .limit(1)
  if (same)
    throw new Failure('CONFLICT', 'This donor already has a gift of this amount on this day. Record it anyway?', {
      data: { duplicate: same.id },
    })
}

/** A retry brings what was sent before; another gift under its key must not pass for it. */
function requireSame(known: Row, { lines, receivedOn, currency, method }: NewGift): Row {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const isSame = known.receivedOn === receivedOn && known.method === method && known.total === total
  if (isSame && (!currency || known.currency === currency)) return known
  throw new Failure('CONFLICT', 'This key was used for another gift. Please send this one with a key of its own.')
}

/** Records a gift that did not come through a payment: once for each key. */
export async function record(ctx: Ctx, input: NewGift): Promise<Gift> {
  const [known] = await ctx.db.select().from(gifts).where(eq(gifts.key, input.key))
  if (known) return get(ctx, requireSame(known, input))
  const { newDonor, confirmed, lines, key, ...rest } = input
  const problem = giftProblem(input)
  if (problem) throw invalid(problem.field, problem.message)
  await requireDay(ctx, input.receivedOn)
  const currency = input.currency ?? ctx.client.currency
  if (input.batchId) await requireBatch(ctx, input.batchId, { method: input.method, currency })
  const ready = await readyLines(ctx, { lines, currency, goodsValue: input.goodsValue })
  const donor = await findOrCreateDonor(ctx, input)
  const total = sumOf(ready)
  if (!confirmed) await findSame(ctx, { key, ...rest, ...donor, total, currency })
  const source = input.batchId ? ('batch' as const) : ('manual' as const)
  return addGift(ctx, { ...rest, ...donor, key, currency, total, status: 'succeeded', source }, ready)
}

type Added = Omit<typeof gifts.$inferInsert, 'id' | 'clientId'>
/** The gift, its lines and its entry; also for gifts that come from elsewhere. A known key gives the gift that has it. */
export async function addGift(ctx: Ctx, gift: Added, lines: readonly Ready[]): Promise<Gift> {
  const row = await insertGift(ctx, gift, lines)
  if (row) return get(ctx, row)
  const [same] = await ctx.db.select({ id: gifts.id }).from(gifts).where(eq(gifts.key, gift.key))
  return get(ctx, found(same, 'Gift'))
}

/** @returns null where the key is another gift's and nothing was written */
export async function insertGift(ctx: Ctx, gift: Added, lines: readonly Ready[]): Promise<{ id: string } | null> {
  const [row] = await ctx.db
    .insert(gifts)
    .values({ ...gift, createdBy: userOf(ctx), createdAt: clock.now() })
    // Of two with one key the second waits for the first, and then is the same.
    .onConflictDoNothing({ target: [gifts.clientId, gifts.key] })
    .returning()
  if (!row) return null
  await ctx.db.insert(giftLines).values(lines.map(line => ({ ...line, giftId: row.id })))
  const entryId = await postGift(ctx, row, lines)
  if (entryId) await ctx.db.update(gifts).set({ entryId }).where(eq(gifts.id, row.id))
  announceGift(ctx, row.id, row.personId, row.batchId)
  // Gifts of years ago start no automation, and are no news for webhooks.
  if (row.source === 'import') {
    await recordGiftOnTimeline(ctx, { giftId: row.id })
    await applyGiftToCare(ctx, { giftId: row.id })
  } else await emit(ctx, giftRecorded, { giftId: row.id, personId: row.personId, at: clock.now() })
  return row
}

async function lockGift(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.db.select().from(gifts).where(eq(gifts.id, id)).for('update')
  return found(row, 'Gift')
}
const linesOf = (ctx: Ctx, id: string) =>
  ctx.db.select().from(giftLines).where(eq(giftLines.giftId, id)).orderBy(giftLines.position)

/** What changes the books; the rest is words. */
const isBooked = ({ lines, method, receivedOn, currency }: ChangedGift) =>
  lines !== undefined || method !== undefined || receivedOn !== undefined || currency !== undefined

function requireCorrectable(row: Row, changes: ChangedGift): void {
  if (row.status === 'reversed') throw new Failure('BAD_REQUEST', 'This gift is voided and can’t be changed.')
  if (!isBooked(changes)) return
  if (row.paymentId && (changes.method || changes.currency || changes.receivedOn))
    throw new Failure(
      'BAD_REQUEST',
      'This gift was paid online: its amount, method and date can’t be changed. Refund it instead.',
    )
  if (row.paymentId && row.entryId === null)
    throw new Failure('BAD_REQUEST', 'This gift is not paid yet. Its funds can be changed once it is.')
  if (row.refunded > 0)
    throw new Failure('BAD_REQUEST', 'A part of this gift was refunded: its funds can’t be changed.')
  if (row.paymentId && row.booked !== row.total)
    throw new Failure('BAD_REQUEST', 'This gift is disputed or was returned: its funds can’t be changed.')
}

/** A batch that was counted stays as it was counted. */
async function requireBatchKept(
  ctx: Ctx,
  row: Row,
  next: { batchId: string | null; total: number; method: Row['method']; currency: string },
) {
  const moves = next.batchId !== row.batchId
  const differs = moves || next.total !== row.total || next.method !== row.method || next.currency !== row.currency
  if (!differs) return
  if (row.batchId) {
    const [batch] = await ctx.db.select().from(batches).where(eq(batches.id, row.batchId)).for('share')
    if (batch && batch.status !== 'open')
      throw invalid(
        moves ? 'batchId' : 'lines',
        batch.status === 'deposited'
          ? 'This gift was deposited with its batch. Void it and record it again.'
          : 'The batch of this gift is counted or closed. Reopen it first.',
      )
  }
  if (next.batchId) await requireBatch(ctx, next.batchId, next)
}

/** Corrects a gift: its entry in the books is reversed and posted anew. */
export async function update(ctx: Ctx, changes: ChangedGift): Promise<Gift> {
  const { id, version, lines, personId, ...fields } = changes
  const row = await lockGift(ctx, id)
  if (row.version !== version) throw new Failure('CONFLICT')
  if (Object.keys(changes).length === 2) return get(ctx, { id })
  requireCorrectable(row, changes)
  const before = await linesOf(ctx, id)
  const next = { ...row, ...fields, lines: lines ?? before }
  const problem = giftProblem(next)
  if (problem) throw invalid(problem.field, problem.message)
  if (fields.receivedOn && fields.receivedOn !== row.receivedOn) await requireDay(ctx, fields.receivedOn)
  const total = sumOf(next.lines)
  if (row.paymentId && total !== row.total)
    throw invalid('lines', 'This gift was paid online: its amount can’t be changed.')
  await requireBatchKept(ctx, row, { ...next, total })
  const donor: DonorIds | object =
    personId === undefined || personId === row.personId
      ? {}
      : personId
        ? await readDonor(ctx, personId)
        : { personId: null, householdId: null }
  const [saved] = await ctx.db
    .update(gifts)
    .set({ ...fields, ...donor, total, version: version + 1 })
    .where(eq(gifts.id, id))
    .returning()
  if (isBooked(changes) || fields.goodsValue !== undefined) await rebook(ctx, row, saved!, next.lines, before)
  if (row.personId && row.personId !== saved!.personId) await removeFromTimeline(ctx, [row.personId], `gift:${id}`)
  announceGift(ctx, id, saved!.personId, saved!.batchId)
  await emit(ctx, giftChanged, { giftId: id, personId: saved!.personId, at: clock.now() })
  return get(ctx, { id })
}

async function rebook(
  ctx: Ctx,
  old: Row,
  row: Row,
  lines: readonly NewLine[],
  before: readonly LineRow[],
): Promise<void> {
  const { currency, goodsValue } = row
  const ready = await readyLines(ctx, { lines, currency, goodsValue, before })
  await ctx.db.delete(giftLines).where(eq(giftLines.giftId, row.id))
  await ctx.db.insert(giftLines).values(ready.map(line => ({ ...line, giftId: row.id })))
  const same = (list: readonly { fundId: string; amount: number }[]) =>
    list.map(one => `${one.fundId} ${one.amount}`).join()
  if (
    same(ready) === same(before) &&
    old.receivedOn === row.receivedOn &&
    old.method === row.method &&
    old.currency === row.currency
  )
    return
  await reverseGift(ctx, old, todayOf(ctx), 'Corrected')
  const posting = old.posting + 1
  const entryId = await postGift(ctx, { ...row, posting }, ready)
  await ctx.db.update(gifts).set({ entryId, posting }).where(eq(gifts.id, row.id))
}

/** The gift stays with its reason; the books get the mirror image of its entry. */
export async function voidGift(ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<Gift> {
  const row = await lockGift(ctx, id)
  if (row.status === 'reversed') return get(ctx, { id })
  if (row.paymentId) throw new Failure('BAD_REQUEST', 'This gift was paid online. Refund it instead.')
  const [batch] = row.batchId ? await ctx.db.select().from(batches).where(eq(batches.id, row.batchId)).for('share') : []
  if (batch && (batch.status === 'counted' || batch.status === 'closed'))
    throw new Failure('BAD_REQUEST', 'The batch of this gift is counted. Reopen it first.')
  const today = todayOf(ctx)
  await reverseGift(ctx, row, today, reason).catch(rejectClosedPeriod('reason'))
  if (batch?.status === 'deposited' && row.entryId) await moveBackFromBank(ctx, row, today)
  await ctx.db
    .update(gifts)
    .set({ status: 'reversed', voidReason: reason, voidedAt: clock.now(), version: row.version + 1 })
    .where(eq(gifts.id, id))
  announceGift(ctx, id, row.personId, row.batchId)
  await emit(ctx, giftChanged, { giftId: id, personId: row.personId, at: clock.now() })
  return get(ctx, { id })
}
