import { eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { OuterCtx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { asActor, operatorAccountId } from '#kernel/run.ts'
import { type Notice, stripe, Unknown } from '#providers/stripe/index.ts'
import { stripeEvents } from '../tables.ts'
import { handleWebhookLater } from '../tasks.ts'
import { settleAccess } from './access.ts'
import { inAccount, mirrorCustomer } from './customers.ts'
import { mirrorInvoice, mirrorSubscription } from './mirror.ts'

/** Writes a proven notice down, once; a job acts on it. */
export async function storeWebhook({ id: eventId, type, objectId }: Notice, requestId: string): Promise<void> {
  await asActor(await operatorAccountId(), { type: 'webhook', name: 'stripe' }, requestId, async ctx => {
    const [fresh] = await ctx.db
      .insert(stripeEvents)
      .values({ eventId, type, objectId })
      .onConflictDoNothing()
      .returning({ id: stripeEvents.id })
    if (fresh) await enqueue(ctx, handleWebhookLater, fresh)
  })
}

/** Acts on a notice: its object is fetched as it is now, so order and repeats don't matter. */
export async function handleWebhook(ctx: OuterCtx, id: string): Promise<void> {
  const [event] = await ctx.tx(tx => tx.db.select().from(stripeEvents).where(eq(stripeEvents.id, id)))
  if (!event || event.state === 'done') return
  try {
    await act(event.type, event.objectId)
  } catch (error) {
    if (!(error instanceof Unknown)) {
      const problem = String(error instanceof Error ? error.message : error).slice(0, 300)
      await ctx.tx(tx => tx.db.update(stripeEvents).set({ state: 'failed', problem }).where(eq(stripeEvents.id, id)))
      throw error
    }
  }
  await ctx.tx(tx =>
    tx.db
      .update(stripeEvents)
      .set({ state: 'done', problem: null, processedAt: clock.now() })
      .where(eq(stripeEvents.id, id)),
  )
}

async function act(type: string, objectId: string): Promise<void> {
  if (type.startsWith('customer.subscription.')) await mirrorSubscription(objectId)
  else if (type.startsWith('invoice.') || type === 'charge.refunded') await mirrorInvoice(objectId)
  else if (type.startsWith('checkout.session.')) {
    const { subscriptionId } = await stripe().checkoutResult(objectId)
    if (subscriptionId) await mirrorSubscription(subscriptionId)
  } else if (type === 'customer.updated' || type === 'test_helpers.test_clock.ready') {
    const clientId = await mirrorCustomer(objectId)
    if (clientId) await inAccount(clientId, settleAccess)
  }
}
