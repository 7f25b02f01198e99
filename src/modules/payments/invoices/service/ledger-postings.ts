import type { Ctx } from '#kernel/ctx.ts'
import type { AccountName, Side } from '#ledger/rules/accounts.ts'
import { closedThrough, post } from '#ledger/service.ts'
import type { ManualMethod } from '../rules/states.ts'
import { addDays } from '../rules/terms.ts'

export const receivable: AccountName = { key: 'receivable', kind: 'asset', name: 'Accounts receivable' }
export const sales: AccountName = { key: 'sales', kind: 'income', name: 'Sales' }
export const taxes: AccountName = { key: 'tax', kind: 'liability', name: 'Sales tax' }
export const lateFees: AccountName = { key: 'late-fees', kind: 'income', name: 'Late fees' }
export const badDebts: AccountName = { key: 'bad-debts', kind: 'expense', name: 'Uncollectible invoices' }
/** Money that a gateway took for invoices; the payments kernel books the other side. */
export const dueInvoices: AccountName = { key: 'due:invoices', kind: 'liability', name: 'Received for invoices' }

const bank: AccountName = { key: 'bank', kind: 'asset', name: 'Bank' }
const undeposited: AccountName = { key: 'undeposited', kind: 'asset', name: 'Undeposited cash and checks' }
/** Where money that was paid by hand is. */
export const placeOf = (method: ManualMethod): AccountName => (method === 'bank' ? bank : undeposited)

/** The day itself, or the first one that the books are still open for. */
export async function openDay(ctx: Ctx, day: string): Promise<string> {
  const closed = await closedThrough(ctx)
  return closed && closed >= day ? addDays(closed, 1) : day
}

interface Booking {
  key: string
  day: string
  currency: string
  invoiceId: string
  memo: string
  sides: readonly Side[]
}

/** Posts what has an amount; an invoice over nothing posts nothing. */
export async function postInvoiceEntry(
  ctx: Ctx,
  { key, day, currency, invoiceId, memo, sides }: Booking,
): Promise<void> {
  const moved = sides.filter(({ amount }) => amount !== 0)
  if (moved.length === 0) return
  const source = { module: 'invoices', id: invoiceId }
  await post(ctx, { key, day: await openDay(ctx, day), currency, sides: moved, memo, source })
}
