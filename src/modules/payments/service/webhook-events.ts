import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { everyRight } from '#kernel/rights.ts'
import { asActor } from '#kernel/run.ts'
import { BadSignature, gatewayFor, type PaymentFacts } from '#providers/payments/index.ts'
import type { GatewayEvent } from '../gateways/contract.ts'
import type { GatewayName } from '../rules/gateways.ts'
import { paymentEvents, paymentGateways, payments } from '../tables.ts'
import { webhookEventTask } from '../tasks.ts'
import { recordDecline } from './card-testing.ts'
import { applyGatewayFacts } from './gateway-facts.ts'
import { accessTo } from './gateways.ts'
import { refreshPayment } from './payment-status.ts'
import { recordPayout } from './payouts.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Proves a gateway's notice and stores it, once; a job acts on it.
 * @param to the account that `?t=` names: its secret decides
 * @throws BadSignature, also for an account that is not there
 */
export async function receiveWebhook(
  gateway: GatewayName,
  to: string,
  sent: { body: string; headers: Headers; requestId: string },
): Promise<void> {
  if (!UUID.test(to)) throw new BadSignature('no such account')
  const inAccount = <T>(work: (ctx: Ctx) => Promise<T>) =>
    asActor(to, { type: 'webhook', name: gateway }, sent.requestId, work, everyRight('checkout'))
  const access = await inAccount(ctx => accessTo(ctx, gateway)).catch(() => {
    throw new BadSignature('no such account')
  })
  const notice = await gatewayFor(access).verifyWebhook(sent.body, sent.headers)
  await inAccount(async ctx => {
    const { id: eventId, type, about, objectId, facts, sentAt } = notice
    const [fresh] = await ctx.db
      .insert(paymentEvents)
      .values({
        gateway,
        eventId,
        type,
        about,
        objectId,
        sentAt,
        facts: facts && { ...facts },
        ...(about === 'other' && { state: 'ignored' }),
      })
      // Sent twice, also at the same moment, it is one event.
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id })
    if (fresh && about !== 'other') await enqueue(ctx, webhookEventTask, fresh)
    if (fresh) await noteEvent(ctx, gateway)
    if (fresh && notice.declined) await recordDecline(ctx, notice.declined.reference, notice.declined.card)
  })
}

/** For the settings; once a minute is often enough. */
const noteEvent = (ctx: Ctx, gateway: GatewayName) =>
  ctx.db
    .update(paymentGateways)
    .set({ lastEventAt: clock.now() })
    .where(
      and(
        eq(paymentGateways.gateway, gateway),
        sql`(last_event_at is null or last_event_at < ${new Date(clock.ms() - minutes(1))})`,
      ),
    )

type Event = typeof paymentEvents.$inferSelect

/** Acts on an event: what it is about is fetched as it is now, so that order and repeats don't matter. */
export async function processWebhookEvent(ctx: OuterCtx, id: string): Promise<void> {
  const [event] = await ctx.tx(tx => tx.db.select().from(paymentEvents).where(eq(paymentEvents.id, id)))
  if (!event || event.state === 'done') return
  const close = (changes: Partial<Event>) =>
    ctx.tx(async tx => {
      await tx.db
        .update(paymentEvents)
        .set({ ...changes, attempts: event.attempts + 1, processedAt: clock.now() })
        .where(eq(paymentEvents.id, id))
      announce(tx, 'payments')
    })
  try {
    const isOurs = await applyWebhookEvent(ctx, event)
    await close({ state: isOurs ? 'done' : 'ignored', problem: isOurs ? '' : 'Not started here' })
  } catch (error) {
    await close({ state: 'failed', problem: String(error instanceof Error ? error.message : error).slice(0, 300) })
    throw error
  }
}

/** False where it is about nothing of ours: an account may be used for other things as well. */
async function applyWebhookEvent(ctx: OuterCtx, event: Event): Promise<boolean> {
  const { gateway, about, objectId, facts } = event
  if (about === 'payout') return applyPayoutEvent(ctx, gateway, objectId)
  const id = await ctx.tx(tx => findPayment(tx, event))
  if (id && !facts) {
    await refreshPayment(ctx, id)
    return true
  }
  if (id && facts) {
    await ctx.tx(tx => applyGatewayFacts(tx, id, toPaymentFacts(facts), event.sentAt ?? event.createdAt))
    return true
  }
  // Facts come from a gateway that can't be asked: an order of a cart that was not made here.
  if (about !== 'payment' || facts) return false
  // A charge whose answer never came is known to the gateway alone: it says by our reference which one it is.
  const asked = clock.now()
  const told = await gatewayFor(await ctx.tx(tx => accessTo(tx, gateway))).payment(objectId)
  if (!told.reference || !UUID.test(told.reference)) return false
  const [mine] = await ctx.tx(tx =>
    tx.db
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.id, told.reference!), eq(payments.gateway, gateway))),
  )
  if (mine) await ctx.tx(tx => applyGatewayFacts(tx, mine.id, told, asked))
  return Boolean(mine)
}

/** As it was stored: JSON knows no instants. */
function toPaymentFacts(facts: Record<string, unknown>): PaymentFacts {
  const told = facts as unknown as PaymentFacts
  return { ...told, paidAt: told.paidAt && new Date(told.paidAt) }
}

async function findPayment(ctx: Ctx, { gateway, about, objectId, facts }: Event): Promise<string | undefined> {
  const where: SQL = about === 'checkout' ? eq(payments.checkoutId, objectId) : eq(payments.externalId, objectId)
  const [row] = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.gateway, gateway), where))
  const reference = facts && toPaymentFacts(facts).reference
  if (row || !reference || !UUID.test(reference)) return row?.id
  const [named] = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.id, reference), eq(payments.gateway, gateway)))
  return named?.id
}

async function applyPayoutEvent(ctx: OuterCtx, gateway: GatewayName, objectId: string): Promise<boolean> {
  const source = gatewayFor(await ctx.tx(tx => accessTo(tx, gateway)))
  const since = new Date(clock.ms() - minutes(60 * 24 * 30))
  for await (const payout of source.payouts(since))
    if (payout.id === objectId) {
      await ctx.tx(tx => recordPayout(tx, gateway, payout))
      return true
    }
  return false
}

const toGatewayEvent = ({
  facts: _,
  sentAt: __,
  clientId: ___,
  updatedAt,
  version,
  about,
  ...event
}: Event): GatewayEvent => event

export async function events(
  ctx: Ctx,
  { gateway, state, cursor, limit }: { gateway?: GatewayName; state?: Event['state']; cursor?: string; limit: number },
) {
  const rows = await ctx.db
    .select()
    .from(paymentEvents)
    .where(
      and(
        gateway && eq(paymentEvents.gateway, gateway),
        state && eq(paymentEvents.state, state),
        cursor && UUID.test(cursor) ? lt(paymentEvents.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(paymentEvents.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit).map(toGatewayEvent)
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.id : null }
}

/** Acts on it once more; what it did before it does not do again. */
export async function replay(ctx: Ctx, { id }: { id: string }): Promise<GatewayEvent> {
  const [row] = await ctx.db.update(paymentEvents).set({ state: 'new' }).where(eq(paymentEvents.id, id)).returning()
  await enqueue(ctx, webhookEventTask, { id: found(row, 'Event').id })
  announce(ctx, 'payments')
  return toGatewayEvent(row!)
}
