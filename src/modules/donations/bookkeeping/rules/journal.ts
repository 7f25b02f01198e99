import { csvFile } from '#kernel/csv.ts'
import { decimal } from '#kernel/money.ts'
import type { JournalShape } from './shapes.ts'

/** What an account moved by on one day. */
export interface JournalLine {
  day: string
  /** As the bookkeeping program knows it: a name in QuickBooks, a code in Xero. */
  account: string
  name: string
  /** Minor units; debits are positive. */
  amount: number
}

/**
 * One journal for each day, as that program imports it: the debits of a day equal its credits.
 * QuickBooks Online wants debits and credits apart, Xero one amount with a sign.
 */
export function journalFile(lines: readonly JournalLine[], shape: JournalShape, currency: string): string {
  const moved = lines.filter(({ amount }) => amount !== 0)
  if (shape === 'xero')
    return csvFile(
      ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
      moved.map(({ day, account, name, amount }) => [
        `Lampstand ${day}`,
        day,
        name,
        account,
        'Tax Exempt',
        decimal(amount, currency),
      ]),
    )
  return csvFile(
    ['Journal No.', 'Journal Date', 'Currency', 'Account Name', 'Debits', 'Credits', 'Description'],
    moved.map(({ day, account, name, amount }) => [
      `LS-${day}`,
      day,
      currency,
      account,
      amount > 0 ? decimal(amount, currency) : '',
      amount < 0 ? decimal(-amount, currency) : '',
      name,
    ]),
  )
}
