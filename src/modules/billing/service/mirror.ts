import { eq, lte, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { log } from '#kernel/log.ts'
import { announce } from '#kernel/realtime.ts'
import { notify } from '#notifications/service.ts'
import { Declined, type InvoiceFacts, type SubscriptionFacts, stripe } from '#providers/stripe/index.ts'
import { invoices, subscriptions } from '../tables.ts'
import { liveSubscriptions, settleAccess } from './access.ts'
import { priceAtProvider } from './catalog.ts'
import { inAccount, mirrorCustomer } from './customers.ts'
import { payers } from './plan.ts'

/** Fetches a subscription afresh and records it; what the notice itself said counts for nothing. */
export async function mirrorSubscription(id: string): Promise<string | null> {
  const asked = clock.now()
  const facts = await stripe().subscription(id)
  if (!facts.clientId) return null
  await mirrorCustomer(facts.customerId)
  await write(facts.clientId, facts, asked)
  await settleDoubles(facts.clientId)
  return facts.clientId
}

async function write(clientId: string, facts: SubscriptionFacts, asked: Date): Promise<void> {
  const priceId = await priceAtProvider(facts.priceId)
  const nextPriceId = facts.nextPriceId ? await priceAtProvider(facts.nextPriceId) : null
  if (!priceId) {
    log.warn({ subscription: facts.id, price: facts.priceId }, 'a subscription has a price that is not ours')
    return
  }
  const { id: stripeSubscriptionId, customerId, owedSince, clientId: _, ...rest } = facts
  const row = {
    ...rest,
    stripeSubscriptionId,
    stripeCustomerId: customerId,
    provider: stripe().name,
    priceId,
    nextPriceId,
    pastDueSince: facts.status === 'past_due' || facts.status === 'unpaid' ? owedSince : null,
    syncedAt: asked,
  }
  await inAccount(clientId, async ctx => {
    await ctx.db
      .insert(subscriptions)
      .values(row)
      // Of two answers that overtook each other, the one that was asked for later is the newer.
      .onConflictDoUpdate({
        target: subscriptions.stripeSubscriptionId,
        set: row,
        setWhere: lte(subscriptions.syncedAt, asked),
      })
    await settleAccess(ctx)
    announce(ctx, 'billing')
  })
}

/** The same for an invoice, and for the subscription that it belongs to. */
export async function mirrorInvoice(id: string): Promise<void> {
  const facts = await stripe().invoice(id)
  if (!facts.subscriptionId) return
  const clientId = await mirrorSubscription(facts.subscriptionId)
  if (clientId) await inAccount(clientId, ctx => writeInvoice(ctx, facts))
}

async function writeInvoice(ctx: Ctx, { id, subscriptionId, ...facts }: InvoiceFacts): Promise<void> {
  const [subscription] = await ctx.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.stripeSubscriptionId, subscriptionId!))
  if (!subscription) return
  const row = { ...facts, stripeInvoiceId: id, subscriptionId: subscription.id }
  await ctx.db
    .insert(invoices)
    .values(row)
    .onConflictDoUpdate({
      target: invoices.stripeInvoiceId,
      set: { ...row, amountRefunded: sql`greatest(${invoices.amountRefunded}, excluded.amount_refunded)` },
      // Paid and void are final: an outdated response does not change them.
      setWhere: sql`${invoices.status} not in ('paid', 'void') or excluded.status = ${invoices.status}`,
    })
  announce(ctx, 'billing')
}

/** Everything that the provider knows of a customer; on coming back from its pages, and when someone looks. */
export async function mirrorEverything(customerId: string): Promise<void> {
  const asked = clock.now()
  const clientId = await mirrorCustomer(customerId)
  if (!clientId) return
  for (const facts of await stripe().subscriptionsOf(customerId)) {
    await write(clientId, { ...facts, clientId }, asked)
    for (const invoice of await stripe().invoicesOf(facts.id))
      await inAccount(clientId, ctx => writeInvoice(ctx, invoice))
  }
  await settleDoubles(clientId)
}

/**
 * An account has one subscription. A trial gives way to what was paid for; of two that were paid, the later is
 * ended and given back, and those who pay are told.
 */
async function settleDoubles(clientId: string): Promise<void> {
  const live = await inAccount(clientId, liveSubscriptions)
  if (live.length < 2) return
  const paid = new Map<string, InvoiceFacts[]>()
  for (const { id, stripeSubscriptionId } of live) {
    const all = await stripe().invoicesOf(stripeSubscriptionId)
    paid.set(
      id,
      all.filter(invoice => invoice.amountPaid > invoice.amountRefunded),
    )
  }
  const kept = live.find(one => paid.get(one.id)!.length > 0) ?? live.at(-1)!
  for (const extra of live.filter(one => one !== kept)) {
    await stripe().cancel(extra.stripeSubscriptionId, 'now')
    for (const { id, amountPaid, amountRefunded } of paid.get(extra.id)!)
      await stripe()
        .refund(id, amountPaid - amountRefunded, `double-${id}`)
        .catch(error => {
          // Another process was quicker.
          if (!(error instanceof Declined)) throw error
        })
    const asked = clock.now()
    await write(clientId, { ...(await stripe().subscription(extra.stripeSubscriptionId)), clientId }, asked)
    if (paid.get(extra.id)!.length > 0) await inAccount(clientId, ctx => tellOfDouble(ctx, extra.id))
  }
}

async function tellOfDouble(ctx: Ctx, subscriptionId: string): Promise<void> {
  await notify(ctx, await payers(ctx), {
    type: 'billing',
    title: 'A second subscription was canceled and refunded',
    body: 'Two subscriptions were bought at the same time. The first one continues, and the second is being refunded.',
    href: '/profile#subscription',
    dedupeKey: `billing:double:${subscriptionId}`,
    mail: true,
  })
  log.warn({ subscriptionId, client: ctx.client.id }, 'a second subscription was refunded')
}
