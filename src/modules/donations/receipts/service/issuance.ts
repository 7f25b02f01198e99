import { createHash } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import { localDay } from '#clients/rules/local-day.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { figuresOf, type ReceiptGift, type Snapshot, toSnapshot } from '../rules/content.ts'
import { numberText, ruleFor } from '../rules/receipt-rules.ts'
import { receiptCounters, receipts } from '../tables.ts'
import type { Issuance } from './settings.ts'

export type ReceiptRow = typeof receipts.$inferSelect

/** So many numbers of a year, in order. They belong to this transaction: a rollback gives them back, so there are no gaps. */
async function reserveReceiptNumbers(ctx: Ctx, count: number, year: number): Promise<number> {
  const [row] = await ctx.db
    .insert(receiptCounters)
    .values({ year, last: count })
    .onConflictDoUpdate({
      target: [receiptCounters.clientId, receiptCounters.year],
      set: { last: sql`${receiptCounters.last} + ${count}` },
    })
    .returning({ last: receiptCounters.last })
  return row!.last - count + 1
}

export interface Draft {
  kind: ReceiptRow['kind']
  personId: string
  donorKey: string
  scope: ReceiptRow['scope']
  giftId?: string | null
  period: Snapshot['period']
  donor: Snapshot['donor']
  gifts: ReceiptGift[]
  /** The receipt that this one corrects. */
  before?: ReceiptRow | undefined
  reason?: string
  runId?: string | null
}

export const hashFigures = (gifts: readonly ReceiptGift[]): string =>
  createHash('sha256').update(figuresOf(gifts)).digest('hex')

export function requireComplete({ missing }: Pick<Issuance, 'missing'>): void {
  const [first] = Object.values(missing)
  if (first) throw new Failure('BAD_REQUEST', `${first}. Please complete the receipt settings first.`)
}

/** Issues receipts in this order, each with the next number; those that they correct are replaced. */
export async function issueReceipts(ctx: Ctx, drafts: readonly Draft[], { issuer, prefix, missing }: Issuance) {
  if (drafts.length === 0) return []
  requireComplete({ missing })
  const issuedOn = localDay(clock.now(), ctx.client.timeZone)
  const { country, locale } = ctx.client
  const rule = ruleFor(country, issuedOn)
  const replaced = drafts.flatMap(({ before }) => before?.id ?? [])
  if (replaced.length > 0)
    await ctx.db.update(receipts).set({ status: 'replaced' }).where(inArray(receipts.id, replaced))
  const year = Number(issuedOn.slice(0, 4))
  const first = await reserveReceiptNumbers(ctx, drafts.length, year)
  const rows = drafts.map(({ before, donor, gifts, period, reason = '', ...draft }, i) => ({
    ...draft,
    number: numberText(prefix, year, first + i),
    giftIds: gifts.map(gift => gift.id),
    periodFrom: period?.from ?? null,
    periodTo: period?.to ?? null,
    issuedOn,
    reason,
    snapshot: toSnapshot({
      rule,
      kind: draft.kind,
      issuer,
      donor,
      locale,
      country,
      period,
      issuedOn,
      gifts,
      reason,
      replaces: before?.number ?? null,
    }),
    figures: hashFigures(gifts),
    replaces: before?.id ?? null,
    createdBy: userOf(ctx),
    createdAt: clock.now(),
  }))
  return ctx.db.insert(receipts).values(rows).returning()
}
