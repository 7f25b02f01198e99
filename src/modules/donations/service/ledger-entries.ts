import type { Ctx } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import type { AccountName, Side } from '#ledger/rules/accounts.ts'
import { closedThrough, post, reverse } from '#ledger/service.ts'
import { fundById } from '../funds/service.ts'
import { moneyAccount } from '../rules/lines.ts'
import type { Method } from '../rules/states.ts'

export const MODULE = 'donations'
export const bank: AccountName = { key: 'bank', kind: 'asset', name: 'Bank' }
export const undeposited: AccountName = { key: 'undeposited', kind: 'asset', name: 'Undeposited cash and checks' }
/** What gateways took for gifts that are not booked yet. */
export const dueToGiving: AccountName = { key: `due:${MODULE}`, kind: 'liability', name: 'Due to donations' }
const accounts = { bank, undeposited }

interface Booked {
  id: string
  method: Method
  receivedOn: string
  currency: string
  posting: number
  source?: string
}

/** A refusal of the books, said at the field of the day. */
export const rejectClosedPeriod = (field: string) => (error: unknown) => {
  if (error instanceof Failure && error.code === 'PERIOD_CLOSED')
    throw invalid(field, 'The books are closed for this day. Please choose a later one.')
  throw error
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

/** Debits where the money is and credits each line's fund; `null` for a gift in kind, which has no value in the books. */
export async function postGift(
  ctx: Ctx,
  gift: Booked,
  lines: readonly { fundId: string; amount: number }[],
): Promise<string | null> {
  const money = gift.method === 'online' ? dueToGiving : accountOf(gift)
  if (!money || sum(lines.map(({ amount }) => amount)) === 0) return null
  const sides: Side[] = [{ account: money, amount: sum(lines.map(({ amount }) => amount)) }]
  for (const [fundId, own] of Map.groupBy(lines, line => line.fundId)) {
    const { name } = await fundById(ctx, fundId)
    sides.push({ account: { key: `fund:${fundId}`, kind: 'income', name }, amount: -sum(own.map(one => one.amount)) })
  }
  const key = gift.posting === 0 ? `gift:${gift.id}` : `gift:${gift.id}:${gift.posting}`
  const entry = { key, day: gift.receivedOn, currency: gift.currency, sides, source: { module: MODULE, id: gift.id } }
  return (await post(ctx, entry).catch(rejectClosedPeriod('receivedOn'))).id
}
/** What an import brings was taken to the bank long ago. */
const accountOf = ({ method, source }: Booked) => {
  const name = moneyAccount(method)
  return name && (source === 'import' ? bank : accounts[name])
}

/** On the gift's own day, or where that is closed already on today. */
const reversalDay = async (ctx: Ctx, day: string, today: string): Promise<string> => {
  const closed = await closedThrough(ctx)
  return closed && day <= closed ? today : day
}

export async function reverseGift(
  ctx: Ctx,
  { entryId, receivedOn }: { entryId: string | null; receivedOn: string },
  today: string,
  memo: string,
): Promise<void> {
  if (!entryId) return
  const day = await reversalDay(ctx, receivedOn, today)
  await reverse(ctx, { entryId, day, memo }).catch(rejectClosedPeriod('receivedOn'))
}

/** What was taken to the bank comes off the bank, not out of the safe. */
export async function moveBackFromBank(
  ctx: Ctx,
  { id, total, currency }: { id: string; total: number; currency: string },
  day: string,
): Promise<void> {
  const sides: Side[] = [
    { account: undeposited, amount: total },
    { account: bank, amount: -total },
  ]
  await post(ctx, { key: `returned:${id}`, day, currency, sides, source: { module: MODULE, id } }).catch(
    rejectClosedPeriod('receivedOn'),
  )
}

export async function postDeposit(
  ctx: Ctx,
  batch: { id: string; currency: string },
  amount: number,
  day: string,
): Promise<void> {
  if (amount === 0) return
  const sides: Side[] = [
    { account: bank, amount },
    { account: undeposited, amount: -amount },
  ]
  const entry = { key: `deposit:${batch.id}`, day, currency: batch.currency, sides }
  await post(ctx, { ...entry, source: { module: MODULE, id: batch.id } }).catch(rejectClosedPeriod('depositedOn'))
}
