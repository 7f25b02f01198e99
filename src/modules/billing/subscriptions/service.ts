import { desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { usage } from '#entitlements/service.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { absent, Failure, found } from '#kernel/failure.ts'
import { log } from '#kernel/log.ts'
import { Declined, InvalidRequest, stripe, Unreachable } from '#providers/stripe/index.ts'
import { defaultPrice } from '../plans/service.ts'
import { accessOf } from '../rules/access.ts'
import { isOver } from '../rules/states.ts'
import { accountTime, settleAccess } from '../service/access.ts'
import { sellable } from '../service/catalog.ts'
import { customerOf, inAccount, knownCustomer } from '../service/customers.ts'
import { mirrorEverything, mirrorSubscription } from '../service/mirror.ts'
import { currentSubscription } from '../service/plan.ts'
import { invoices, prices, products, subscriptions } from '../tables.ts'
import type { Billing, Subscription } from './contract.ts'

const back = '/profile#subscription'

/** What the payment provider refuses is told as it said it; when it is away, nothing was changed. */
export async function atProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Declined) throw new Failure('BAD_REQUEST', error.message)
    if (error instanceof InvalidRequest) {
      log.error({ err: error }, 'the payment provider rejected a request as invalid')
      throw new Failure(
        'UNAVAILABLE',
        'The payment provider rejected this. Nothing was changed. Please contact support if it happens again.',
      )
    }
    if (error instanceof Unreachable)
      throw new Failure(
        'UNAVAILABLE',
        'We can’t reach the payment provider. Nothing was changed. Please try again in a moment.',
      )
    throw error
  }
}

const next = alias(prices, 'next_price')
const nextProduct = alias(products, 'next_product')

/** A subscription with price and product, as screens show it. */
export async function shown(ctx: Ctx, id: string): Promise<Subscription> {
  const [row] = await ctx.db
    .select({ subscription: subscriptions, price: prices, product: products, next, nextProduct })
    .from(subscriptions)
    .innerJoin(prices, eq(prices.id, subscriptions.priceId))
    .innerJoin(products, eq(products.id, prices.productId))
    .leftJoin(next, eq(next.id, subscriptions.nextPriceId))
    .leftJoin(nextProduct, eq(nextProduct.id, next.productId))
    .where(eq(subscriptions.id, id))
  const { subscription, price, product, next: later, nextProduct: laterProduct } = found(row, 'Subscription')
  const priceOf = ({ id: priceId, unitAmount, currency, interval }: typeof price, { name }: typeof product) => ({
    id: priceId,
    unitAmount,
    currency,
    interval,
    product: { name },
  })
  return {
    ...subscription,
    price: priceOf(price, product),
    nextPrice: later && laterProduct ? priceOf(later, laterProduct) : null,
  }
}

export async function read(ctx: Ctx): Promise<Billing> {
  const current = await currentSubscription(ctx)
  const customer = await knownCustomer(ctx)
  const { access, until } = accessOf(current, await accountTime(ctx))
  const items = await ctx.db.select().from(invoices).orderBy(desc(invoices.issuedAt)).limit(24)
  return {
    subscription: current ? await shown(ctx, current.id) : null,
    customerId: customer?.stripeCustomerId ?? null,
    card: customer?.card ?? null,
    provider: stripe().name,
    access,
    until,
    usage: await usage(ctx),
    invoices: items,
  }
}

export async function refresh(ctx: OuterCtx) {
  const customer = await ctx.tx(knownCustomer)
  if (customer) await atProvider(() => mirrorEverything(customer.stripeCustomerId))
  return {}
}

/** Opens the provider's page where the plan is paid; what is left of a trial is kept. */
export async function checkout(ctx: OuterCtx, { priceId }: { priceId: string }) {
  const current = await ctx.tx(currentSubscription)
  const paying = current && ['active', 'past_due', 'unpaid'].includes(current.status)
  if (paying)
    throw new Failure('CONFLICT', 'This account already has a subscription. Change the plan in your profile instead.')
  const { stripePriceId } = await sellable(priceId)
  return atProvider(async () => {
    const { url } = await stripe().checkout({
      customerId: await customerOf(ctx.client.id),
      priceId: stripePriceId,
      clientId: ctx.client.id,
      userId: userOf(ctx),
      trialEnd: current?.status === 'trialing' ? current.trialEnd : null,
      successUrl: `${env.publicUrl}/profile?checkout={CHECKOUT_SESSION_ID}#subscription`,
      cancelUrl: `${env.publicUrl}${back}`,
    })
    return { url }
  })
}

/** Opens the provider's billing portal; `returnPath` is a path of ours. */
export async function portal(ctx: OuterCtx, { returnPath = back }: { returnPath?: string }) {
  const customer = await ctx.tx(knownCustomer)
  if (!customer) throw new Failure('NOT_FOUND', 'There is no subscription yet. Choose a plan first.')
  const returnUrl = `${env.publicUrl}${returnPath}`
  return atProvider(() => stripe().portal({ customerId: customer.stripeCustomerId, returnUrl }))
}

type Current = NonNullable<Awaited<ReturnType<typeof currentSubscription>>>

async function living(ctx: OuterCtx): Promise<Current> {
  const current = await ctx.tx(currentSubscription)
  if (!current || isOver(current.status))
    throw new Failure('NOT_FOUND', 'There is no subscription. Choose a plan first.')
  return current
}

/** Upgrades start immediately and are prorated; downgrades start with the next period. */
async function whenTo(ctx: OuterCtx, current: Current, priceId: string): Promise<'now' | 'period_end'> {
  if (current.status === 'trialing') return 'now'
  const yearly = sql<number>`case when ${prices.interval} = 'year' then ${prices.unitAmount} else ${prices.unitAmount} * 12 end`
  const cost = async (id: string) =>
    (await ctx.tx(tx => tx.db.select({ cost: yearly }).from(prices).where(eq(prices.id, id))))[0]!.cost
  return Number(await cost(priceId)) < Number(await cost(current.priceId)) ? 'period_end' : 'now'
}

export async function preview(ctx: OuterCtx, { priceId }: { priceId: string }) {
  const current = await living(ctx)
  const { stripePriceId } = await sellable(priceId)
  const when = await whenTo(ctx, current, priceId)
  const { amount, currency } = await atProvider(() =>
    stripe().previewChange(current.stripeSubscriptionId, stripePriceId),
  )
  return { amount: when === 'now' ? amount : 0, currency, when }
}

export async function change(ctx: OuterCtx, { priceId }: { priceId: string }) {
  const current = await living(ctx)
  const { stripePriceId } = await sellable(priceId)
  const when = await whenTo(ctx, current, priceId)
  const { stripeSubscriptionId, version } = current
  await atProvider(() => stripe().changePrice(stripeSubscriptionId, stripePriceId, when, `${current.id}-${version}`))
  await mirrorEverything(current.stripeCustomerId)
  return {}
}

export async function cancel(ctx: OuterCtx) {
  const { stripeSubscriptionId } = await living(ctx)
  await atProvider(() => stripe().cancel(stripeSubscriptionId, 'period_end'))
  await mirrorSubscription(stripeSubscriptionId)
  return {}
}

/** Takes a cancellation back before the period has ended. */
export async function resume(ctx: OuterCtx) {
  const { stripeSubscriptionId } = await living(ctx)
  await atProvider(() => stripe().resume(stripeSubscriptionId))
  await mirrorSubscription(stripeSubscriptionId)
  return {}
}

/** The trial that a sign-up begins: of the plan that was chosen, once for each account. */
export async function startTrial({
  clientId,
  userId,
  priceId,
}: {
  clientId: string
  userId: string
  priceId: string
}): Promise<void> {
  if (await inAccount(clientId, currentSubscription)) return
  const { stripePriceId, productId } = await chosenOr(priceId, () => inAccount(clientId, defaultPrice))
  const days = await inAccount(clientId, ctx => trialDays(ctx, productId))
  const customerId = await customerOf(clientId)
  const { id } = await stripe().startTrial({
    customerId,
    priceId: stripePriceId,
    days,
    clientId,
    userId,
    key: clientId,
  })
  await mirrorSubscription(id)
  await inAccount(clientId, settleAccess)
}

/** A sign-up may name a plan that is sold no more, or none at all: no account is without a plan for that. */
async function chosenOr(priceId: string, usual: () => Promise<string | null>) {
  try {
    return await sellable(priceId)
  } catch (error) {
    absent(error)
    const instead = await usual()
    if (!instead) throw error
    return sellable(instead)
  }
}

async function trialDays(ctx: Ctx, productId: string): Promise<number> {
  const { rows } = await ctx.db.execute<{ days: number }>(
    sql`select trial_days as days from pricing_plans where product_id = ${productId}`,
  )
  return rows[0]?.days ?? 14
}
