import { and, count, desc, eq, ilike, inArray, lt, or, type SQL } from 'drizzle-orm'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { decimal } from '#kernel/money.ts'
import { containing } from '#kernel/sql.ts'
import type { InvoiceFilter } from '../contract.ts'
import { type InvoiceState, stateLabels } from '../rules/states.ts'
import { invoices } from '../tables.ts'
import { overdue, today, toSummary } from './rows.ts'

type Filters = Pick<InvoiceFilter, 'search' | 'status' | 'personId'>

function matching(ctx: Ctx, { search, status, personId }: Filters): SQL | undefined {
  const states = (status ?? []).filter((one): one is InvoiceState => one !== 'overdue')
  const any = [
    ...(states.length > 0 ? [inArray(invoices.state, states)] : []),
    ...(status?.includes('overdue') ? [overdue(today(ctx))] : []),
  ]
  const words = search && containing(search)
  return and(
    words
      ? or(ilike(invoices.customerName, words), ilike(invoices.customerEmail, words), ilike(invoices.number, words))
      : undefined,
    any.length > 0 ? or(...any) : undefined,
    personId ? eq(invoices.personId, personId) : undefined,
  )
}

export async function list(ctx: Ctx, { cursor, limit, ...filters }: InvoiceFilter) {
  const where = matching(ctx, filters)
  const rows = await ctx.db
    .select()
    .from(invoices)
    .where(and(where, cursor ? lt(invoices.id, cursor) : undefined))
    .orderBy(desc(invoices.id))
    .limit(limit + 1)
  const [all] = await ctx.db.select({ n: count() }).from(invoices).where(where)
  const items = rows.slice(0, limit).map(row => toSummary(row, today(ctx)))
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.id : null, total: all!.n }
}

const MOST_ROWS = 50_000

/** For bookkeeping: amounts, taxes and dates of what the list shows, without addresses. */
export async function exportInvoices(ctx: Ctx, filters: Filters): Promise<string> {
  const rows = await ctx.db
    .select()
    .from(invoices)
    .where(matching(ctx, filters))
    .orderBy(desc(invoices.id))
    .limit(MOST_ROWS)
  const day = today(ctx)
  const header = [
    'Number',
    'Status',
    'Customer',
    'Issued',
    'Due',
    'Currency',
    'Subtotal',
    'Tax',
    'Total',
    'Late fees',
    'Credited',
    'Paid',
    'Balance',
  ]
  return csvFile(
    header,
    rows.map(row => {
      const money = (amount: number) => decimal(amount, row.currency)
      return [
        row.number ?? '',
        stateLabels[row.state],
        row.customerName,
        row.issuedOn ?? '',
        row.dueOn ?? '',
        row.currency,
        ...[row.subtotal, row.tax, row.total, row.fees, row.credited, row.paid, toSummary(row, day).balance].map(money),
      ]
    }),
  )
}
