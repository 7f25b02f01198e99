import { and, asc, desc, eq, gte, ilike, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { users } from '#identity/tables.ts'
import { pageStart } from '#kernel/contract.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { decimal } from '#kernel/money.ts'
import { containing } from '#kernel/sql.ts'
import { foldName } from '#people/rules/names.ts'
import { people } from '#people/tables.ts'
import type { Gift, GiftFilter, GiftRow } from '../contract.ts'
import { giftSourceLabels, giftStatusLabels, methodLabels } from '../rules/states.ts'
import { batches, campaigns, funds, giftLines, gifts } from '../tables.ts'

type Row = typeof gifts.$inferSelect
type Filter = Omit<GiftFilter, 'cursor' | 'limit' | 'sort'>
export const ANONYMOUS = 'Anonymous'

/** A word of the donor's name, a check or envelope number, or what a note says. */
function matching(search: string): SQL | undefined {
  const words = foldName(search).split(/\s+/).filter(Boolean).slice(0, 6)
  const named = and(...words.map(word => ilike(people.search, containing(word))))
  const text = containing(search)
  return or(
    named,
    eq(gifts.checkNumber, search),
    eq(gifts.envelope, search),
    ilike(gifts.note, text),
    ilike(gifts.description, text),
  )
}

const someLine = (where: SQL): SQL =>
  sql`exists (select from ${giftLines} l where l.client_id = ${gifts.clientId} and l.gift_id = ${gifts.id} and ${where})`

export function giftCondition(filter: Filter): SQL | undefined {
  const { search, fund, campaign, method, status, source, batch, donor, from, to } = filter
  return and(
    search ? matching(search) : undefined,
    fund ? someLine(sql`l.fund_id = ${fund}`) : undefined,
    campaign ? someLine(sql`l.campaign_id = ${campaign}`) : undefined,
    method ? eq(gifts.method, method) : undefined,
    status ? eq(gifts.status, status) : undefined,
    source ? eq(gifts.source, source) : undefined,
    batch ? eq(gifts.batchId, batch) : undefined,
    donor ? eq(gifts.personId, donor) : undefined,
    from ? gte(gifts.receivedOn, from) : undefined,
    to ? lte(gifts.receivedOn, to) : undefined,
  )
}

export async function linesByGift(ctx: Ctx, ids: readonly string[]): Promise<Map<string, GiftRow['lines']>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ line: giftLines, fund: funds.name, campaign: campaigns.name })
    .from(giftLines)
    .innerJoin(funds, and(eq(funds.clientId, giftLines.clientId), eq(funds.id, giftLines.fundId)))
    .leftJoin(campaigns, and(eq(campaigns.clientId, giftLines.clientId), eq(campaigns.id, giftLines.campaignId)))
    .where(inArray(giftLines.giftId, [...ids]))
    .orderBy(giftLines.position)
  const all = rows.map(
    ({ line: { id, giftId, fundId, campaignId, amount, refunded, deductible, memo }, fund, campaign }) => ({
      giftId,
      line: { id, fundId, fund, campaignId, campaign, amount, refunded, deductible, memo },
    }),
  )
  return new Map([...Map.groupBy(all, one => one.giftId)].map(([id, own]) => [id, own.map(one => one.line)]))
}

const toRow = (row: Row, name: string | null, lines: GiftRow['lines'] | undefined): GiftRow => {
  const { id, personId, receivedOn, method, status, source, currency, total, refunded } = row
  const { checkNumber, anonymousPublic, batchId, thankedAt, version } = row
  return {
    id,
    personId,
    receivedOn,
    method,
    status,
    source,
    currency,
    total,
    refunded,
    checkNumber,
    anonymousPublic,
    batchId,
    thankedAt,
    version,
    donor: name ?? ANONYMOUS,
    lines: lines ?? [],
  }
}

const selectGifts = (ctx: Ctx) =>
  ctx.db
    .select({ gift: gifts, name: people.name })
    .from(gifts)
    .leftJoin(people, and(eq(people.clientId, gifts.clientId), eq(people.id, gifts.personId)))

const orderOf = (sort: GiftFilter['sort']) => {
  const order = sort.startsWith('-') ? desc : asc
  return [order(sort.endsWith('total') ? gifts.total : gifts.receivedOn), order(gifts.id)]
}

export async function list(ctx: Ctx, { sort, cursor, limit, ...filter }: GiftFilter) {
  const offset = pageStart(cursor, 1_000_000)
  const rows = await selectGifts(ctx)
    .where(giftCondition(filter))
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset(offset)
  const lines = await linesByGift(
    ctx,
    rows.map(({ gift }) => gift.id),
  )
  return {
    items: rows.map(({ gift, name }) => toRow(gift, name, lines.get(gift.id))),
    nextCursor: rows.length === limit ? String(offset + limit) : null,
  }
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Gift> {
  const [row] = await ctx.db
    .select({ gift: gifts, name: people.name, batch: batches.name, by: users.name })
    .from(gifts)
    .leftJoin(people, and(eq(people.clientId, gifts.clientId), eq(people.id, gifts.personId)))
    .leftJoin(batches, and(eq(batches.clientId, gifts.clientId), eq(batches.id, gifts.batchId)))
    .leftJoin(users, eq(users.id, gifts.createdBy))
    .where(eq(gifts.id, id))
  const { gift, name, batch, by } = found(row, 'Gift')
  const { householdId, fee, envelope, tribute, tributeName, description, goodsValue, goodsDescription } = gift
  const { note, paymentId, voidReason, voidedAt, createdAt } = gift
  return {
    ...toRow(gift, name, (await linesByGift(ctx, [id])).get(id)),
    householdId,
    fee,
    envelope,
    tribute,
    tributeName,
    description,
    goodsValue,
    goodsDescription,
    note,
    paymentId,
    voidReason,
    voidedAt,
    createdAt,
    batch,
    recordedBy: by,
  }
}

const MOST = 50_000
const header = [
  'Date',
  'Donor',
  'Amount',
  'Refunded',
  'Currency',
  'Fund',
  'Campaign',
  'Method',
  'Check number',
  'Envelope',
  'Status',
  'Source',
  'Deductible',
  'Note',
]
/** One row for each part of a gift: donors by name, without address or number. */
export async function exportCsv(ctx: Ctx, { sort, ...filter }: Omit<GiftFilter, 'cursor' | 'limit'>) {
  const rows = await ctx.db
    .select({ gift: gifts, name: people.name })
    .from(gifts)
    .leftJoin(people, and(eq(people.clientId, gifts.clientId), eq(people.id, gifts.personId)))
    .where(giftCondition(filter))
    .orderBy(...orderOf(sort))
    .limit(MOST)
  const lines = new Map<string, GiftRow['lines']>()
  for (let from = 0; from < rows.length; from += 1_000)
    for (const [id, own] of await linesByGift(
      ctx,
      rows.slice(from, from + 1_000).map(({ gift }) => gift.id),
    ))
      lines.set(id, own)
  const cells = rows.flatMap(({ gift, name }) =>
    (lines.get(gift.id) ?? []).map(line => [
      gift.receivedOn,
      name ?? ANONYMOUS,
      decimal(line.amount, gift.currency),
      decimal(line.refunded, gift.currency),
      gift.currency,
      line.fund,
      line.campaign,
      methodLabels[gift.method],
      gift.checkNumber,
      gift.envelope,
      giftStatusLabels[gift.status],
      giftSourceLabels[gift.source],
      decimal(line.deductible, gift.currency),
      gift.note,
    ]),
  )
  return { csv: csvFile(header, cells) }
}
