import { and, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { duePeriods, feeOf } from '../rules/late-fees.ts'
import { isCollected } from '../rules/states.ts'
import { invoiceFees, invoices } from '../tables.ts'
import { updateInvoiceBalance } from './balance.ts'
import { basisOf, feesOf } from './fee-review.ts'
import { lateFees, postInvoiceEntry, receivable } from './ledger-postings.ts'
import { type InvoiceRow, lockInvoice, recordInvoiceEvent, today } from './rows.ts'

/** Charges the periods of one invoice that have ended. Run again it changes nothing: a period has one fee. */
async function chargeInvoice(ctx: Ctx, id: string): Promise<void> {
  const row = await lockInvoice(ctx, id)
  const { lateFeeTerms: terms, dueOn } = row
  if (!terms || !dueOn || row.lateFeesPaused || !isCollected(row.state)) return
  const charged = await feesOf(ctx, id)
  const basis = await basisOf(ctx, row)
  let before = charged.reduce((sum, { amount, reversed }) => sum + amount - reversed, 0)
  for (const period of duePeriods(dueOn, terms, today(ctx))) {
    if (charged.some(fee => fee.period === period)) continue
    const amount = feeOf(basis, terms, period, before)
    if (amount <= 0) continue
    await chargeFee(ctx, row, period, amount)
    before += amount
  }
  await updateInvoiceBalance(ctx, row)
}

async function chargeFee(
  ctx: Ctx,
  { id, currency, number }: InvoiceRow,
  period: number,
  amount: number,
): Promise<void> {
  const day = today(ctx)
  const made = await ctx.db
    .insert(invoiceFees)
    .values({ invoiceId: id, period, chargedOn: day, amount })
    .onConflictDoNothing()
    .returning({ id: invoiceFees.id })
  if (made.length === 0) return
  const sides = [
    { account: receivable, amount },
    { account: lateFees, amount: -amount },
  ]
  const memo = `Late fee of ${number}`
  await postInvoiceEntry(ctx, { key: `invoice-fee:${id}:${period}`, day, currency, invoiceId: id, memo, sides })
  await recordInvoiceEvent(ctx, id, { kind: 'late_fee', amount, key: `fee ${period}` })
}

const isLate = (day: SQL | string) =>
  and(
    inArray(invoices.state, ['open', 'partially_paid']),
    isNotNull(invoices.lateFeeTerms),
    eq(invoices.lateFeesPaused, false),
    lt(invoices.dueOn, sql`${day}`),
  )

/** Charges every late invoice of the church. Its grace days and payments decide about each. */
export async function chargeLateFees(ctx: Ctx): Promise<void> {
  const late = await ctx.db
    .select({ id: invoices.id })
    .from(invoices)
    .where(isLate(today(ctx)))
    .orderBy(invoices.id)
  for (const { id } of late) await chargeInvoice(ctx, id)
}

const FEES_HOUR = 6
/** Churches with late invoices where it is early morning: a payment of the day before is known by then. */
export const accountsWithLateInvoices = (now: Date): SQL =>
  sql`select distinct ${invoices.clientId} from ${invoices} join ${clients} on ${clients.id} = ${invoices.clientId}
    where ${isLate(sql`(${now.toISOString()}::timestamptz at time zone ${clients.timeZone})::date`)}
    and extract(hour from ${now.toISOString()}::timestamptz at time zone ${clients.timeZone}) = ${FEES_HOUR}`
