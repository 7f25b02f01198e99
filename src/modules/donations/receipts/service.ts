import { and, eq, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { gifts } from '../tables.ts'
import type { Receipt } from './contract.ts'
import { type ReceiptGift, toReceiptGift } from './rules/content.ts'
import { ruleFor } from './rules/receipt-rules.ts'
import { issueReceipts, type ReceiptRow } from './service/issuance.ts'
import { emailReceipts } from './service/receipt-emails.ts'
import { listReceiptGifts, listRecipients } from './service/receipt-gifts.ts'
import { findReceiptRow, toReceipt } from './service/receipt-queries.ts'
import { readIssuance, settingsOf } from './service/settings.ts'
import { receipts } from './tables.ts'

const NOT_RECEIVED = 'This gift can’t be receipted: it is pending, failed, disputed, voided or refunded.'

async function lockedReceipt(ctx: Ctx, id: string): Promise<ReceiptRow> {
  await findReceiptRow(ctx, id)
  const [row] = await ctx.db.select().from(receipts).where(eq(receipts.id, id)).for('update')
  if (row!.status !== 'issued') throw new Failure('BAD_REQUEST', `This receipt was ${row!.status} already.`)
  return row!
}

/** Where a country allows one official receipt for a gift, a statement that has it is that one. */
async function requireOnce(ctx: Ctx, giftId: string): Promise<void> {
  if (!ruleFor(ctx.client.country, '9999-12-31').once) return
  const [other] = await ctx.db
    .select({ number: receipts.number })
    .from(receipts)
    .where(
      and(
        eq(receipts.status, 'issued'),
        eq(receipts.kind, 'statement'),
        sql`${receipts.giftIds} @> array[${giftId}]::uuid[]`,
      ),
    )
  if (other) throw new Failure('BAD_REQUEST', `This gift is on receipt ${other.number} already.`)
}

/** The receipt of one gift: asked for again, it is the same. */
export async function issue(ctx: Ctx, { giftId }: { giftId: string }): Promise<Receipt> {
  return toReceipt(await issueGiftReceipt(ctx, giftId))
}

async function issueGiftReceipt(
  ctx: Ctx,
  giftId: string,
  { before, reason = '' }: { before?: ReceiptRow; reason?: string } = {},
): Promise<ReceiptRow> {
  // Of two at once the second waits, and then finds the first one's receipt.
  const [locked] = await ctx.db.select({ id: gifts.id }).from(gifts).where(eq(gifts.id, giftId)).for('update')
  found(locked, 'Gift')
  if (!before) {
    const [known] = await ctx.db
      .select()
      .from(receipts)
      .where(and(eq(receipts.giftId, giftId), eq(receipts.status, 'issued')))
    if (known) return known
    await requireOnce(ctx, giftId)
  }
  const [gift] = await listReceiptGifts(ctx, eq(gifts.id, giftId))
  if (!gift?.personId) throw new Failure('BAD_REQUEST', 'Nobody is known for this gift. Add its donor first.')
  const given = toReceiptGift(gift)
  if (!given) throw new Failure('BAD_REQUEST', NOT_RECEIVED)
  const { personId } = gift
  const { name, address } = found((await listRecipients(ctx, [personId])).get(personId), 'Person')
  const draft = { kind: 'gift' as const, personId, donorKey: personId, scope: 'person' as const, giftId, period: null }
  const [row] = await issueReceipts(
    ctx,
    [{ ...draft, donor: { name, address }, gifts: [given], before, reason }],
    await readIssuance(ctx),
  )
  announce(ctx, 'gifts', giftId)
  return row!
}

async function voidRow(ctx: Ctx, row: ReceiptRow, reason: string): Promise<Receipt> {
  const [saved] = await ctx.db
    .update(receipts)
    .set({ status: 'voided', voidedAt: clock.now(), reason })
    .where(eq(receipts.id, row.id))
    .returning()
  announce(ctx, 'gifts', row.giftId ?? row.id)
  return toReceipt(saved!)
}

export const voidReceipt = async (ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<Receipt> =>
  voidRow(ctx, await lockedReceipt(ctx, id), reason)

/** A corrected receipt in place of this one; both keep their numbers. */
export async function reissue(ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<Receipt> {
  const before = await lockedReceipt(ctx, id)
  if (before.giftId) return toReceipt(await issueGiftReceipt(ctx, before.giftId, { before, reason }))
  const gathered = await listReceiptGifts(ctx, statementGifts(ctx, before))
  const given = gathered.flatMap((gift): ReceiptGift | [] => toReceiptGift(gift) ?? [])
  if (given.length === 0)
    throw new Failure('BAD_REQUEST', 'No gifts remain in this period. Void the statement instead.')
  const { personId, donorKey, scope } = before
  const recipients = await listRecipients(ctx, [
    ...new Set([personId, ...gathered.flatMap(gift => gift.personId ?? [])]),
  ])
  const draft = {
    kind: 'statement' as const,
    personId,
    donorKey,
    scope,
    before,
    reason,
    gifts: given,
    period: { from: before.periodFrom!, to: before.periodTo! },
    donor: toAddressee(recipients, personId, scope === 'household' ? gathered.map(gift => gift.personId) : [personId]),
  }
  const [row] = await issueReceipts(ctx, [draft], await readIssuance(ctx))
  announce(ctx, 'gifts', row!.id)
  return toReceipt(row!)
}

/** Everyone who gave, at the address of the one whom it is sent to. */
export function toAddressee(
  recipients: Awaited<ReturnType<typeof listRecipients>>,
  personId: string,
  givers: readonly (string | null)[],
): { name: string; address: string } {
  const names = [...new Set(givers)].flatMap(id => (id ? (recipients.get(id)?.name ?? []) : []))
  return { name: names.join(' and '), address: recipients.get(personId)?.address ?? '' }
}

/** Gifts of a statement's donor and period; not those with an official receipt of their own. */
export function statementGifts(
  ctx: Ctx,
  { donorKey, scope, periodFrom, periodTo }: Pick<ReceiptRow, 'donorKey' | 'scope' | 'periodFrom' | 'periodTo'>,
) {
  return and(
    sql`${donorKeyColumn(scope)} = ${donorKey}::uuid`,
    receiptableInPeriod(ctx, { from: periodFrom!, to: periodTo!, scope }),
  )
}

export const donorKeyColumn = (scope: ReceiptRow['scope']) =>
  scope === 'person' ? sql`${gifts.personId}` : sql`coalesce(${gifts.householdId}, ${gifts.personId})`

/**
 * Gifts of known donors in a period that can be on a statement. Where a gift may be on one official receipt alone: not
 * those on a receipt of their own, or on a statement of another period or for a household instead of a person.
 */
export function receiptableInPeriod(
  ctx: Ctx,
  { from, to, scope }: { from: string; to: string; scope: NonNullable<ReceiptRow['scope']> },
) {
  const once = ruleFor(ctx.client.country, '9999-12-31').once
    ? sql`not exists (select from giving_receipts r where r.client_id = ${gifts.clientId} and r.status = 'issued'
        and r.gift_ids @> array[${gifts.id}]
        and (r.kind = 'gift' or (r.period_from, r.period_to, r.scope) is distinct from (${from}::date, ${to}::date, ${scope}::text)))`
    : undefined
  return and(
    sql`${gifts.personId} is not null and ${gifts.receivedOn} between ${from} and ${to}`,
    sql`${gifts.status} in ('succeeded', 'partially_refunded') and (${gifts.total} > ${gifts.refunded} or ${gifts.method} = 'in-kind')`,
    once,
  )
}

/** Once more, by the donor's or the church's wish. */
export async function send(ctx: Ctx, { id }: { id: string }): Promise<{ sent: boolean }> {
  const row = await lockedReceipt(ctx, id)
  const sent = await emailReceipts(ctx, [row], String(clock.ms()))
  announce(ctx, 'gifts', row.giftId ?? row.id)
  return { sent: sent.length > 0 }
}

/** Of a gift that was paid online, where the church wants and may issue receipts; the same one, however often it is asked for. */
export async function issueOnlineReceipt(ctx: Ctx, gift: typeof gifts.$inferSelect): Promise<ReceiptRow | undefined> {
  if (!gift.personId || gift.status !== 'succeeded' || !(await settingsOf(ctx)).emailReceipts) return
  const { missing } = await readIssuance(ctx)
  return Object.keys(missing).length > 0 ? undefined : issueGiftReceipt(ctx, gift.id)
}
