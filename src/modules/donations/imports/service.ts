import { createHash } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { decimal } from '#kernel/money.ts'
import { announce } from '#kernel/realtime.ts'
import { closedThrough } from '#ledger/service.ts'
import { intakePerson } from '#people/service/intake.ts'
import { create as createFund, list as listFunds } from '../funds/service.ts'
import { findHouseholdId } from '../service/donor.ts'
import { insertGift } from '../service.ts'
import { gifts } from '../tables.ts'
import type { GiftFileInput, GiftImport, GiftPreview } from './contract.ts'
import { type GiftFile, type GiftRow, type RowMessage, readGiftFile } from './rules/gift-file.ts'
import { repeatedNumbers } from './rules/identity.ts'
import { type KeyedGift, withKeys } from './rules/keys.ts'
import { giftImportFiles as table } from './tables.ts'
import { importGifts } from './tasks.ts'

const STEP = 100
const MOST_SHOWN = 50

interface Prepared extends GiftFile {
  /** Rows that may be imported. */
  gifts: KeyedGift[]
  repeated: number
}

function prepare(ctx: Ctx, { text, identity }: GiftFileInput): Prepared {
  const { country, currency, timeZone } = ctx.client
  const file = readGiftFile(text, { country, currency, timeZone, today: localDay(clock.now(), timeZone) })
  const repeated = repeatedNumbers(file)
  const gifts = withKeys(file, identity, hash)
  if (identity === 'rows') return { ...file, gifts, repeated: repeated.size }
  const problems = [...file.problems, ...repeated.values()].sort((a, b) => a.row - b.row)
  return { ...file, problems, gifts: gifts.filter((_, i) => !repeated.has(file.rows[i]!)), repeated: repeated.size }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Which of these are stored; a number under which another gift is stored names nothing, and is a problem. */
async function compareStored(ctx: Ctx, waiting: readonly KeyedGift[]) {
  const keys = waiting.flatMap(({ key, otherKey }) => (otherKey ? [key, otherKey] : [key]))
  const rows = await ctx.db
    .select({ key: gifts.key, receivedOn: gifts.receivedOn, total: gifts.total, currency: gifts.currency })
    .from(gifts)
    .where(sql`${gifts.key} = any(${sql.param(keys)}::text[])`)
  const stored = new Map(rows.map(row => [row.key, row]))
  const known = new Set<KeyedGift>()
  const problems = new Map<KeyedGift, RowMessage>()
  for (const gift of waiting) {
    const [same, other] = [stored.get(gift.key), stored.get(gift.otherKey ?? '')]
    const isSame = (one: typeof same) =>
      one?.receivedOn === gift.receivedOn && one.total === gift.amount && one.currency === gift.currency
    if (isSame(same) || isSame(other)) known.add(gift)
    else if (same) {
      const before = `${same.currency} ${decimal(same.total, same.currency)} on ${same.receivedOn}`
      const message = `A gift with the number “${gift.externalId}” was imported before: ${before}`
      problems.set(gift, { row: gift.row, message })
    }
  }
  return { known, problems }
}

const plain = (text: string) => text.trim().toLowerCase()

type Funds = Map<string, { id: string; deductible: boolean }>

/** By name and keyword; gifts of years ago may belong to a fund that is archived. */
async function fundsByName(ctx: Ctx): Promise<Funds> {
  const { items } = await listFunds(ctx, { archived: true })
  const archivedFirst = items.toSorted((a, b) => Number(b.archivedAt !== null) - Number(a.archivedAt !== null))
  return new Map(archivedFirst.flatMap(one => [[plain(one.code), one] as const, [plain(one.name), one] as const]))
}

/** What an import of this file would do; nothing is written. */
export async function check(ctx: Ctx, input: GiftFileInput): Promise<GiftPreview> {
  const file = prepare(ctx, input)
  const stored = await compareStored(ctx, file.gifts)
  const exists = await fundsByName(ctx)
  const rows = file.gifts.filter(gift => !stored.problems.has(gift))
  const days = rows.map(({ receivedOn }) => receivedOn).sort()
  const sums = Map.groupBy(rows, ({ currency }) => currency)
  const funds = Map.groupBy(rows, ({ fund }) => fund)
  const problems = [...file.problems, ...stored.problems.values()].sort((a, b) => a.row - b.row)
  const { product, skipped, warnings, notes, repeated, idHeader } = file
  return {
    product,
    gifts: rows.length,
    skipped,
    known: stored.known.size,
    repeated,
    idHeader,
    sums: [...sums].map(([currency, own]) => ({ currency, amount: own.reduce((sum, { amount }) => sum + amount, 0) })),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    funds: [...funds].map(([name, own]) => ({
      name,
      exists: name === '' || exists.has(plain(name)),
      gifts: own.length,
    })),
    unnamed: rows.filter(({ firstName, lastName, email }) => !firstName && !lastName && !email).length,
    withoutFund: rows.filter(gift => !gift.fund && !stored.known.has(gift)).length,
    problems: problems.slice(0, MOST_SHOWN),
    problemCount: problems.length,
    notes,
    warnings: warnings.slice(0, MOST_SHOWN),
    warningCount: warnings.length,
  }
}

type Row = typeof table.$inferSelect
const shown = ({
  id,
  name,
  product,
  state,
  rows,
  done,
  created,
  known,
  problems,
  createdAt,
  finishedAt,
}: Row): GiftImport => ({
  id,
  name,
  product,
  state,
  rows,
  done,
  created,
  known,
  problems: problems.slice(0, MOST_SHOWN),
  createdAt,
  finishedAt,
})

/** Stores what is to come in; a job brings it in. */
export async function start(ctx: Ctx, input: GiftFileInput): Promise<GiftImport> {
  const { product, gifts: waiting, problems } = prepare(ctx, input)
  if (waiting.length === 0) throw invalid('text', problems[0]?.message ?? 'There are no gifts in this file')
  await requireFund(ctx, waiting, input.fundId)
  const [row] = await ctx.db
    .insert(table)
    .values({
      name: input.name,
      product,
      state: 'running',
      rows: waiting.length,
      problems,
      createdBy: userOf(ctx),
      waiting: waiting.map(gift => ({ ...gift, fundId: gift.fund ? null : input.fundId })),
    })
    .returning()
  await enqueue(ctx, importGifts, { id: row!.id })
  announce(ctx, 'gifts')
  return shown(row!)
}

/** A gift that names no fund goes to the one that was chosen, and never to one that nobody named. */
async function requireFund(ctx: Ctx, waiting: readonly KeyedGift[], fundId: string | null): Promise<void> {
  const { items } = await listFunds(ctx, {})
  if (fundId && !items.some(({ id }) => id === fundId)) throw invalid('fundId', 'This fund no longer exists')
  const bare = waiting.filter(({ fund }) => !fund)
  if (fundId || bare.length === 0) return
  const { known } = await compareStored(ctx, bare)
  const count = bare.length - known.size
  const which = count === 1 ? 'the gift that names no fund' : `the ${count} gifts that name no fund`
  if (count > 0) throw invalid('fundId', `Please choose a fund for ${which}`)
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<GiftImport> {
  const [row] = await ctx.db.select().from(table).where(eq(table.id, id))
  return shown(found(row, 'Import'))
}

export async function list(ctx: Ctx): Promise<{ items: GiftImport[] }> {
  return { items: (await ctx.db.select().from(table).orderBy(desc(table.id)).limit(20)).map(shown) }
}

/** What a step writes and how far it came are one transaction: killed at any moment, it goes on without a double. */
export async function runGiftImport(ctx: OuterCtx, id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await ctx.tx(tx => step(tx, id))));
}

/** @returns whether more is waiting */
async function step(ctx: Ctx, id: string): Promise<boolean> {
  const [row] = await ctx.db.select().from(table).where(eq(table.id, id)).for('update')
  if (row?.state !== 'running') return false
  const { waiting, done } = row
  const part = waiting.slice(done, done + STEP)
  const written = await writePart(ctx, part, row)
  const isDone = done + part.length >= waiting.length
  await ctx.db
    .update(table)
    .set({
      done: done + part.length,
      created: row.created + written.created,
      known: row.known + written.known,
      problems: [...row.problems, ...written.problems],
      ...(isDone && { state: 'completed' as const, waiting: [], finishedAt: clock.now() }),
    })
    .where(eq(table.id, id))
  announce(ctx, 'gifts')
  return !isDone
}

/** Counts what was written, and says of every other row why not. */
async function writePart(ctx: Ctx, part: readonly KeyedGift[], { createdBy }: Row) {
  const stored = await compareStored(ctx, part)
  const funds = await fundsByName(ctx)
  const closed = await closedThrough(ctx)
  const problems = [...stored.problems.values()]
  let [created, known] = [0, stored.known.size]
  for (const gift of part) {
    if (stored.known.has(gift) || stored.problems.has(gift)) continue
    if (closed && gift.receivedOn <= closed)
      problems.push({ row: gift.row, message: `The books are closed for ${gift.receivedOn}` })
    else if (await bringIn(ctx, gift, { funds, createdBy })) created++
    else known++
  }
  return { created, known, problems }
}

/** @returns false where another import has written it meanwhile */
async function bringIn(
  ctx: Ctx,
  gift: KeyedGift,
  { funds, createdBy }: { funds: Funds; createdBy: string | null },
): Promise<boolean> {
  const { key, receivedOn, currency, amount, method, checkNumber, memo, externalId } = gift
  const personId = await donorOf(ctx, gift)
  const fund = await fundOf(ctx, gift, funds)
  const made = await insertGift(
    ctx,
    {
      key,
      personId,
      householdId: personId && (await findHouseholdId(ctx, personId)),
      receivedOn,
      currency,
      createdBy,
      total: amount,
      method,
      checkNumber,
      note: memo,
      externalId: externalId || null,
      status: 'succeeded',
      source: 'import',
    },
    [{ fundId: fund.id, campaignId: null, amount, deductible: fund.deductible ? amount : 0, memo: '', position: 0 }],
  )
  return made !== null
}

/** Someone known by address or by name, or someone new; null for a gift without a name. */
async function donorOf(ctx: Ctx, { firstName, lastName, email, phone }: GiftRow): Promise<string | null> {
  if (!firstName && !lastName && !email) return null
  const points = [
    { kind: 'email' as const, value: email },
    { kind: 'phone' as const, value: phone },
  ]
  return (await intakePerson(ctx, { firstName, lastName, points, source: 'Import of gifts' })).personId
}

async function fundOf(ctx: Ctx, { fund: name, fundId }: KeyedGift, funds: Funds) {
  const known = name ? funds.get(plain(name)) : [...funds.values()].find(({ id }) => id === fundId)
  if (known) return known
  if (!name) throw new Error('a gift without a fund was stored')
  const word = plain(name)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^[^\p{L}]+|-+$/gu, '')
    .slice(0, 26)
  const taken = new Set(funds.keys())
  let code = word || 'fund'
  for (let n = 2; taken.has(code); n++) code = `${word || 'fund'}-${n}`
  const fund = await createFund(ctx, { name, code, deductible: true })
  funds.set(plain(name), fund).set(code, fund)
  return fund
}
