import { and, desc, eq, ilike, lt, or, type SQL, sql } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { users } from '#identity/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { csvFile } from '#kernel/csv.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { decimal } from '#kernel/money.ts'
import { asPlatform } from '#kernel/run.ts'
import { containing } from '#kernel/sql.ts'
import { stripe } from '#providers/stripe/index.ts'
import { whyNoRefund } from '../rules/refunds.ts'
import { sellable } from '../service/catalog.ts'
import { mirrorEverything, mirrorInvoice, mirrorSubscription } from '../service/mirror.ts'
import { atProvider } from '../subscriptions/service.ts'
import { invoices as invoiceTable, prices, products, subscriptions } from '../tables.ts'
import type { SoldFilter, SoldSubscription } from './contract.ts'

const select = ({ db }: Pick<Ctx, 'db'>, where: SQL | undefined, limit: number) =>
  db
    .select({
      subscription: subscriptions,
      price: prices,
      client: clients.name,
      buyer: users.email,
      product: products.name,
    })
    .from(subscriptions)
    .innerJoin(clients, eq(clients.id, subscriptions.clientId))
    .leftJoin(prices, eq(prices.id, subscriptions.priceId))
    .leftJoin(products, eq(products.id, prices.productId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(where)
    .orderBy(desc(subscriptions.id))
    .limit(limit)

type Row = Awaited<ReturnType<typeof select>>[number]

const shown = ({ subscription, price, client, buyer, product }: Row): SoldSubscription => ({
  ...subscription,
  client,
  buyer,
  plan: product ?? 'Unknown Product',
  unitAmount: price?.unitAmount ?? 0,
  currency: price?.currency ?? 'USD',
  interval: price?.interval ?? 'month',
  page: stripe().pageOf(subscription.stripeSubscriptionId),
})

type Narrowed = Pick<SoldFilter, 'search' | 'status'>

function matching({ search, status }: Narrowed, cursor?: string): SQL | undefined {
  const words = search?.trim() && containing(search.trim())
  return and(
    cursor ? lt(subscriptions.id, cursor) : undefined,
    status ? eq(subscriptions.status, status) : undefined,
    words ? or(ilike(clients.name, words), ilike(users.email, words), ilike(products.name, words)) : undefined,
  )
}

export async function list(ctx: Ctx, { cursor, limit, ...filter }: SoldFilter) {
  const rows = await select(ctx, matching(filter, cursor), limit)
  return { items: rows.map(shown), nextCursor: rows.length === limit ? rows.at(-1)!.subscription.id : null }
}

const EXPORTED = 50_000

export async function exportCsv(ctx: Ctx, filter: Narrowed) {
  const rows = (await select(ctx, matching(filter), EXPORTED)).map(shown)
  const header = ['Account', 'Bought by', 'Plan', 'Status', 'Amount', 'Currency', 'Interval', 'From', 'To', 'Cancels']
  const cells = rows.map(row => [
    row.client,
    row.buyer,
    row.plan,
    row.status,
    decimal(row.unitAmount, row.currency),
    row.currency,
    row.interval,
    row.currentPeriodStart,
    row.currentPeriodEnd,
    row.cancelAtPeriodEnd ? 'yes' : 'no',
  ])
  return { csv: csvFile(header, cells) }
}

async function byId(ctx: OuterCtx, id: string): Promise<Row> {
  const [row] = await ctx.tx(tx => select(tx, eq(subscriptions.id, id), 1))
  return found(row, 'Subscription')
}

/** Does it at the provider, reads what came of it, and shows that. */
async function act(ctx: OuterCtx, id: string, work: (stripeId: string, row: Row) => Promise<unknown>) {
  const row = await byId(ctx, id)
  const { stripeSubscriptionId } = row.subscription
  await atProvider(() => work(stripeSubscriptionId, row))
  await mirrorSubscription(stripeSubscriptionId)
  return shown(await byId(ctx, id))
}

export const cancel = (ctx: OuterCtx, { id, when }: { id: string; when: 'now' | 'period_end' }) =>
  act(ctx, id, stripeId => stripe().cancel(stripeId, when))

export const resume = (ctx: OuterCtx, { id }: { id: string }) => act(ctx, id, stripeId => stripe().resume(stripeId))

/** From the end of the trial, or from now where that has passed. */
export const extendTrial = (ctx: OuterCtx, { id, days: count }: { id: string; days: number }) =>
  act(ctx, id, (stripeId, { subscription }) => {
    if (subscription.status !== 'trialing' && subscription.status !== 'paused')
      throw new Failure('BAD_REQUEST', 'Only a trial can be extended.')
    const from = Math.max(subscription.trialEnd?.getTime() ?? 0, clock.ms())
    return stripe().extendTrial(stripeId, new Date(from + days(count)))
  })

export const comp = (ctx: OuterCtx, { id, free }: { id: string; free: boolean }) =>
  act(ctx, id, stripeId => stripe().comp(stripeId, free))

export async function preview(ctx: OuterCtx, { id, priceId }: { id: string; priceId: string }) {
  const { subscription } = await byId(ctx, id)
  const { stripePriceId } = await sellable(priceId)
  return atProvider(() => stripe().previewChange(subscription.stripeSubscriptionId, stripePriceId))
}

export async function change(
  ctx: OuterCtx,
  { id, priceId, when }: { id: string; priceId: string; when: 'now' | 'period_end' },
) {
  const { stripePriceId } = await sellable(priceId)
  return act(ctx, id, (stripeId, { subscription }) =>
    stripe().changePrice(stripeId, stripePriceId, when, `${id}-${subscription.version}`),
  )
}

export async function invoices(ctx: Ctx, { id }: { id: string }) {
  const [row] = await select(ctx, eq(subscriptions.id, id), 1)
  const { subscription, price } = found(row, 'Subscription')
  const all = await ctx.db
    .select()
    .from(invoiceTable)
    .where(and(eq(invoiceTable.clientId, subscription.clientId), eq(invoiceTable.subscriptionId, id)))
    .orderBy(desc(invoiceTable.issuedAt))
    .limit(60)
  return { items: all.map(one => ({ ...one, whyNot: whyNot(one, price?.interval ?? 'month') })) }
}

type InvoiceRow = typeof invoiceTable.$inferSelect

const whyNot = ({ issuedAt, amountPaid, amountRefunded }: InvoiceRow, interval: 'month' | 'year') =>
  whyNoRefund({ interval, issuedAt, left: amountPaid - amountRefunded }, clock.ms())

async function invoiceOf(ctx: OuterCtx, { id, invoiceId }: { id: string; invoiceId: string }): Promise<InvoiceRow> {
  const [row] = await ctx.tx(tx =>
    tx.db
      .select()
      .from(invoiceTable)
      .where(and(eq(invoiceTable.id, invoiceId), eq(invoiceTable.subscriptionId, id))),
  )
  return found(row, 'Invoice')
}

export async function collect(ctx: OuterCtx, input: { id: string; invoiceId: string }) {
  const invoice = await invoiceOf(ctx, input)
  const paid = await atProvider(() => stripe().collect(invoice.stripeInvoiceId))
  await mirrorInvoice(invoice.stripeInvoiceId)
  return { paid }
}

/** What the terms allow, and no more: the same rule that the terms page prints. */
export async function refund(ctx: OuterCtx, input: { id: string; invoiceId: string }) {
  const { price, subscription } = await byId(ctx, input.id)
  const invoice = await invoiceOf(ctx, input)
  const problem = whyNot(invoice, price?.interval ?? 'month')
  if (problem) throw new Failure('BAD_REQUEST', problem)
  const left = invoice.amountPaid - invoice.amountRefunded
  await atProvider(() =>
    stripe().refund(invoice.stripeInvoiceId, left, `refund-${invoice.id}-${invoice.amountRefunded}`),
  )
  await mirrorEverything(subscription.stripeCustomerId)
  return {}
}

const MOVED_AT_ONCE = 200

/** Those who pay a price that was replaced, or were about to, go over to its successor with their next period. */
export async function moveTo({ from, to }: { from: string; to: string }): Promise<void> {
  const { stripePriceId } = await sellable(to)
  const paying = and(
    or(eq(subscriptions.priceId, from), eq(subscriptions.nextPriceId, from)),
    sql`${subscriptions.status} in ('trialing', 'active', 'past_due')`,
  )
  let last: string | undefined
  do {
    const after = last && lt(subscriptions.id, last)
    const rows = await asPlatform('billing', db => select({ db }, and(paying, after || undefined), MOVED_AT_ONCE))
    for (const { subscription } of rows) {
      const { stripeSubscriptionId, id } = subscription
      await stripe().changePrice(stripeSubscriptionId, stripePriceId, 'period_end', `${id}-${to}`)
      await mirrorSubscription(stripeSubscriptionId)
    }
    last = rows.length === MOVED_AT_ONCE ? rows.at(-1)!.subscription.id : undefined
  } while (last)
}
