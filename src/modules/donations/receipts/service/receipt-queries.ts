import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { portalActor } from '#portal/service/church.ts'
import type { Receipt, ReceiptFilter } from '../contract.ts'
import { receipts } from '../tables.ts'
import type { ReceiptRow } from './issuance.ts'
import type { PrintedReceipt } from './receipt-pdf.ts'
import { signatureOf } from './settings.ts'

export function toReceipt(row: ReceiptRow): Receipt {
  const { id, number, kind, status, scope, personId, giftId, periodFrom, periodTo, issuedOn, reason, replaces } = row
  const { donor, totals } = row.snapshot
  return {
    id,
    number,
    kind,
    status,
    scope,
    personId,
    giftId,
    periodFrom,
    periodTo,
    issuedOn,
    reason,
    replaces,
    donor: donor.name,
    totals,
    outdatedAt: row.outdatedAt,
    emailedAt: row.emailedAt,
  }
}

export async function list(ctx: Ctx, { gift, person, run, kind, status, outdated, cursor, limit }: ReceiptFilter) {
  const rows = await ctx.db
    .select()
    .from(receipts)
    .where(
      and(
        gift ? eq(receipts.giftId, gift) : undefined,
        person ? eq(receipts.personId, person) : undefined,
        run ? eq(receipts.runId, run) : undefined,
        kind ? eq(receipts.kind, kind) : undefined,
        status ? eq(receipts.status, status) : undefined,
        outdated ? and(isNotNull(receipts.outdatedAt), eq(receipts.status, 'issued')) : undefined,
        cursor && UUID.test(cursor) ? lt(receipts.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(receipts.id))
    .limit(limit)
  return { items: rows.map(toReceipt), nextCursor: rows.length === limit ? rows.at(-1)!.id : null }
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function findReceiptRow(ctx: Ctx, id: string): Promise<ReceiptRow> {
  if (!UUID.test(id)) throw new Failure('NOT_FOUND', 'Receipt not found')
  const [row] = await ctx.db.select().from(receipts).where(eq(receipts.id, id))
  return found(row, 'Receipt')
}
export const get = async (ctx: Ctx, { id }: { id: string }) => toReceipt(await findReceiptRow(ctx, id))

export const readPrintedReceipt = async (ctx: Ctx, row: ReceiptRow): Promise<PrintedReceipt> => ({
  number: row.number,
  snapshot: row.snapshot,
  signature: await signatureOf(ctx, row.snapshot.issuer.signatureId),
})

/** What the person of the portal, or the child whose page it is, was given: nobody else's. */
export const listOwnReceipts = (ctx: Ctx): Promise<ReceiptRow[]> =>
  ctx.db
    .select()
    .from(receipts)
    .where(and(eq(receipts.personId, portalActor(ctx).forId), eq(receipts.status, 'issued')))
    .orderBy(desc(receipts.id))
    .limit(200)

export async function readOwnReceipt(ctx: Ctx, id: string): Promise<ReceiptRow> {
  const row = await findReceiptRow(ctx, id)
  if (row.personId !== portalActor(ctx).forId || row.status !== 'issued')
    throw new Failure('NOT_FOUND', 'Receipt not found')
  return row
}
