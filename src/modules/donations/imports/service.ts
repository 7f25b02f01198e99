import { createHash } from 'node:crypto'
import { desc, eq, inArray } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { closedThrough } from '#ledger/service.ts'
import { intakePerson } from '#people/service/intake.ts'
import { create as createFund, list as listFunds } from '../funds/service.ts'
import { householdOf } from '../service/donor.ts'
import { addGift } from '../service.ts'
import { gifts } from '../tables.ts'
import type { GiftFileText, GiftImport, GiftPreview } from './contract.ts'
import { type GiftFile, type GiftRow, readGiftFile } from './rules/gift-file.ts'
import { giftImportFiles as table } from './tables.ts'
import { importGifts } from './tasks.ts'

const STEP = 100
const MOST_SHOWN = 50

const read = (ctx: Ctx, text: string): GiftFile =>
  readGiftFile(text, {
    ...{ country: ctx.client.country, currency: ctx.client.currency },
    today: localDay(clock.now(), ctx.client.timeZone),
  })

/** The old system's number names a gift; without one, what the row says and how often it said so before. */
function keysOf(product: string, rows: readonly GiftRow[]): string[] {
  const times = new Map<string, number>()
  return rows.map(({ row: _, ...gift }) => {
    if (gift.externalId && product !== 'quickbooks') return `import:${product}:${gift.externalId}:${gift.fund}`
    const said = createHash('sha256').update(JSON.stringify(gift)).digest('hex').slice(0, 32)
    const nth = (times.get(said) ?? 0) + 1
    times.set(said, nth)
    return `import:${said}:${nth}`
  })
}

async function knownKeys(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ key: gifts.key })
    .from(gifts)
    .where(inArray(gifts.key, [...keys]))
  return new Set(rows.map(({ key }) => key))
}

const plain = (text: string) => text.trim().toLowerCase()

type Funds = Map<string, { id: string; deductible: boolean }>

async function fundsByName(ctx: Ctx): Promise<Funds> {
  const { items } = await listFunds(ctx, { archived: true })
  const open = items.filter(one => !one.archivedAt)
  return new Map(open.flatMap(one => [[plain(one.code), one] as const, [plain(one.name), one] as const]))
}

/** What an import of this file would do; nothing is written. */
export async function check(ctx: Ctx, { text }: GiftFileText): Promise<GiftPreview> {
  const { product, rows, problems, skipped } = read(ctx, text)
  const keys = keysOf(product, rows)
  const known = await knownKeys(ctx, keys)
  const exists = await fundsByName(ctx)
  const days = rows.map(({ receivedOn }) => receivedOn).sort()
  const sums = Map.groupBy(rows, ({ currency }) => currency)
  const funds = Map.groupBy(rows, ({ fund }) => fund)
  return {
    ...{ product, gifts: rows.length, skipped, known: keys.filter(key => known.has(key)).length },
    sums: [...sums].map(([currency, own]) => ({ currency, amount: own.reduce((sum, { amount }) => sum + amount, 0) })),
    ...{ from: days[0] ?? null, to: days.at(-1) ?? null },
    funds: [...funds].map(([name, own]) => ({
      name,
      exists: name === '' || exists.has(plain(name)),
      gifts: own.length,
    })),
    unnamed: rows.filter(({ firstName, lastName, email }) => !firstName && !lastName && !email).length,
    ...{ problems: problems.slice(0, MOST_SHOWN), problemCount: problems.length },
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
  ...{
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
  },
})

/** Stores what is to come in; a job brings it in. */
export async function start(ctx: Ctx, { name, text }: GiftFileText): Promise<GiftImport> {
  const { product, rows, problems } = read(ctx, text)
  if (rows.length === 0) throw invalid('text', problems[0]?.message ?? 'There are no gifts in this file')
  const [row] = await ctx.db
    .insert(table)
    .values({ name, product, state: 'running', waiting: rows, rows: rows.length, problems, createdBy: userOf(ctx) })
    .returning()
  await enqueue(ctx, importGifts, { id: row!.id })
  announce(ctx, 'gifts')
  return shown(row!)
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<GiftImport> {
  const [row] = await ctx.db.select().from(table).where(eq(table.id, id))
  return shown(found(row, 'Import'))
}

export async function list(ctx: Ctx): Promise<{ items: GiftImport[] }> {
  return { items: (await ctx.db.select().from(table).orderBy(desc(table.id)).limit(20)).map(shown) }
}

/** What a step writes and how far it came are one transaction: killed at any moment, it goes on without a double. */
export async function run(ctx: OuterCtx, id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await ctx.tx(tx => step(tx, id))));
}

/** @returns whether more is waiting */
async function step(ctx: Ctx, id: string): Promise<boolean> {
  const [row] = await ctx.db.select().from(table).where(eq(table.id, id)).for('update')
  if (row?.state !== 'running') return false
  const { waiting, product, done } = row
  // Keys are those of the whole file: a row's own says how often the same one came before it.
  const keys = keysOf(product, waiting)
  const part = waiting.slice(done, done + STEP)
  const known = await knownKeys(ctx, keys.slice(done, done + STEP))
  const funds = await fundsByName(ctx)
  const closed = await closedThrough(ctx)
  const problems = [...row.problems]
  let created = 0
  for (const [i, gift] of part.entries()) {
    const key = keys[done + i]!
    if (known.has(key)) continue
    if (closed && gift.receivedOn <= closed) {
      problems.push({ row: gift.row, message: `The books are closed for ${gift.receivedOn}` })
      continue
    }
    await bringIn(ctx, gift, { key, funds, createdBy: row.createdBy })
    created++
  }
  const isDone = done + part.length >= waiting.length
  await ctx.db
    .update(table)
    .set({
      ...{ done: done + part.length, created: row.created + created, known: row.known + known.size, problems },
      ...(isDone && { state: 'completed' as const, waiting: [], finishedAt: clock.now() }),
    })
    .where(eq(table.id, id))
  announce(ctx, 'gifts')
  return !isDone
}

async function bringIn(
  ctx: Ctx,
  gift: GiftRow,
  { key, funds, createdBy }: { key: string; funds: Funds; createdBy: string | null },
): Promise<void> {
  const { receivedOn, currency, amount, method, checkNumber, memo, externalId } = gift
  const personId = await donorOf(ctx, gift)
  const fund = await fundOf(ctx, gift.fund, funds)
  await addGift(
    ctx,
    {
      ...{
        key,
        personId,
        householdId: personId && (await householdOf(ctx, personId)),
        receivedOn,
        currency,
        createdBy,
      },
      ...{ total: amount, method, checkNumber, note: memo, externalId: externalId || null },
      ...{ status: 'succeeded', source: 'import' },
    },
    [{ fundId: fund.id, campaignId: null, amount, deductible: fund.deductible ? amount : 0, memo: '', position: 0 }],
  )
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

async function fundOf(ctx: Ctx, name: string, funds: Funds): Promise<{ id: string; deductible: boolean }> {
  const known = funds.get(plain(name))
  if (known) return known
  if (!name) return (await listFunds(ctx, {})).items.find(one => one.isDefault)!
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
