import { and, eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure, found } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import {
  type GatewayName,
  GatewayRefused,
  GatewayUnavailable,
  gatewayFor,
  type PayMethod,
} from '#providers/payments/index.ts'
import { leastCharge, usualFees } from '../rules/fees.ts'
import { keepsMethods, methodsOf } from '../rules/gateways.ts'
import { paymentSettings, payments, savedMethods } from '../tables.ts'
import { chargePaymentTask } from '../tasks.ts'
import { countStarted, requireNoCardTesting } from './card-testing.ts'
import { accessTo, usableGateways } from './gateways.ts'

export type Payment = typeof payments.$inferSelect

export interface NewPayment {
  /** What is paid for. */
  module: string
  refId: string
  /** Minor units. */
  amount: number
  currency: string
  /** At most 200 characters; the payer sees them at checkout. */
  description: string
  payer: { name: string; email: string }
  /** Keep the method for later charges. */
  save?: boolean
  /** What the payer chose; otherwise checkout offers all. */
  method?: PayMethod
  /** The page on our site where the payer lands afterward; `?payment={id}` is added. */
  returnPath: string
  /** The same key is the same payment. */
  key: string
}

export interface Offers {
  currency: string
  methods: PayMethod[]
  /** Why nobody can pay now; null: everyone can. */
  reason: string | null
  /** What the gateway of cards usually keeps, for the offer to cover it. */
  fee: { basisPoints: number; fixed: number }
  /** The least that can be paid, in minor units. */
  least: number
  mode: 'sandbox' | 'test' | 'live'
  /** What is offered now can be kept for later charges. */
  keeps: boolean
}

export async function methodSettings(ctx: Ctx) {
  const [row] = await ctx.db.select().from(paymentSettings)
  return row
}

const isSwitchedOn = (
  method: PayMethod,
  set: { cards: boolean; ach: boolean; wallets: boolean } = { cards: true, ach: false, wallets: true },
) => (method === 'card' ? set.cards : method === 'ach' ? set.ach : method === 'wallet' ? set.wallets : true)

/** By which gateway each method is taken now: the first that takes it. PayPal goes through PayPal alone. */
export async function routes(ctx: Ctx): Promise<Map<PayMethod, { gateway: GatewayName; mode: Offers['mode'] }>> {
  const set = await methodSettings(ctx)
  const found = new Map<PayMethod, { gateway: GatewayName; mode: Offers['mode'] }>()
  for (const { gateway, mode } of await usableGateways(ctx))
    for (const method of methodsOf[gateway])
      if (!found.has(method) && isSwitchedOn(method, set) && (method !== 'paypal' || gateway === 'paypal'))
        found.set(method, { gateway, mode })
  return found
}

/** What checkout offers now. */
export async function offers(ctx: Ctx): Promise<Offers> {
  const set = await methodSettings(ctx)
  const ways = await routes(ctx)
  const first = ways.get('card') ?? [...ways.values()][0]
  const currency = set?.currency ?? 'USD'
  return {
    currency,
    methods: [...ways.keys()],
    reason: first ? null : 'No payment gateway is turned on.',
    fee: usualFees[first?.gateway ?? 'stripe'],
    least: leastCharge[currency] ?? 50,
    mode: first?.mode ?? 'sandbox',
    keeps: ways.size > 0 && [...ways.values()].every(({ gateway }) => keepsMethods(gateway)),
  }
}

/**
 * Stores a payment before anyone is asked for money; again with the same key it is the same one.
 * @throws TOO_MANY_REQUESTS where cards are being tested
 */
export async function startPayment(ctx: Ctx, wanted: NewPayment): Promise<Payment> {
  const { module, refId, amount, currency, key } = wanted
  const known = await byKey(ctx, module, key)
  if (known) return same(known, wanted)
  const ways = await routes(ctx)
  const way = wanted.method ? ways.get(wanted.method) : (ways.get('card') ?? [...ways.values()][0])
  if (!way) throw new Failure('NO_GATEWAY', 'Paying online is not possible right now.')
  const methods = wanted.method
    ? [wanted.method]
    : [...ways].filter(([, to]) => to.gateway === way.gateway).map(([m]) => m)
  const isKiosk = wanted.returnPath.endsWith('?kiosk=1')
  await requireNoCardTesting(ctx, isKiosk)
  const [row] = await ctx.db
    .insert(payments)
    .values({
      module,
      refId,
      key,
      amount,
      currency,
      methods,
      gateway: way.gateway,
      mode: way.mode,
      description: wanted.description.slice(0, 200),
      payerName: wanted.payer.name,
      payerEmail: wanted.payer.email,
      keeps: wanted.save ?? false,
      returnPath: wanted.returnPath,
      createdAt: clock.now(),
    })
    // Of two clicks at once the second finds the first one's row.
    .onConflictDoNothing()
    .returning()
  if (!row) return same(found(await byKey(ctx, module, key), 'Payment'), wanted)
  await countStarted(ctx, row.id, isKiosk)
  return row
}

const byKey = async (ctx: Ctx, module: string, key: string) =>
  (
    await ctx.db
      .select()
      .from(payments)
      .where(and(eq(payments.module, module), eq(payments.key, key)))
  )[0]

function same(row: Payment, { refId, amount, currency }: Pick<NewPayment, 'refId' | 'amount' | 'currency'>): Payment {
  if (row.refId !== refId || row.amount !== amount || row.currency !== currency)
    throw new Error(`${row.key}: a payment with this key was started for something else`)
  return row
}

export async function paymentById(ctx: Ctx, id: string): Promise<Payment> {
  const [row] = await ctx.db.select().from(payments).where(eq(payments.id, id))
  return found(row, 'Payment')
}

/** Where a payer lands after the gateway's page: the status of it is asked there, then they go on. */
const backPath = (clientId: string, id: string) => `${env.publicUrl}/pay/${clientId}/${id}`

/**
 * The gateway's page where it is paid; while it is open, always the same one.
 * @throws UNAVAILABLE where the gateway doesn't answer or refuses
 */
export async function checkoutUrl(ctx: OuterCtx, id: string): Promise<string> {
  const { row, access, descriptor } = await ctx.tx(async tx => {
    const row = await paymentById(tx, id)
    return { row, access: await accessTo(tx, row.gateway), descriptor: (await methodSettings(tx))?.descriptor || null }
  })
  if (row.checkoutUrl && row.checkoutExpiresAt && row.checkoutExpiresAt > clock.now()) return row.checkoutUrl
  if (row.state !== 'created' && row.state !== 'expired') return backPath(ctx.client.id, id)
  const back = backPath(row.clientId, id)
  const { url, ...page } = await gatewayFor(access)
    .checkout({
      reference: id,
      amount: row.amount,
      currency: row.currency,
      description: row.description,
      descriptor,
      payer: { name: row.payerName, email: row.payerEmail },
      methods: row.methods,
      save: row.keeps,
      returnUrl: back,
      cancelUrl: `${back}?canceled=1`,
      // A page that ran out is followed by a new one.
      key: `${id}:${row.checkoutExpiresAt?.getTime() ?? 0}`,
    })
    .catch(error => {
      if (error instanceof GatewayRefused)
        throw new Failure('UNAVAILABLE', `Paying is not possible right now. ${error.message}`)
      if (!(error instanceof GatewayUnavailable)) throw error
      throw new Failure('UNAVAILABLE', 'The payment service is not responding. Nothing was charged. Please try again.')
    })
  await ctx.tx(tx =>
    tx.db
      .update(payments)
      .set({ state: 'created', checkoutId: page.id, checkoutUrl: url, checkoutExpiresAt: page.expiresAt })
      .where(eq(payments.id, id)),
  )
  return url
}

export interface NewCharge extends Omit<NewPayment, 'save' | 'method' | 'returnPath'> {
  /** The kept method. */
  savedId: string
}

/** Charges a kept method by a job; the status of it is told by `payment.changed`. The same key charges once. */
export async function chargeSaved(ctx: Ctx, wanted: NewCharge): Promise<Payment> {
  const { module, refId, amount, currency, key, savedId } = wanted
  const [saved] = await ctx.db.select().from(savedMethods).where(eq(savedMethods.id, savedId))
  const { gateway, kind } = found(saved, 'Payment method')
  const mode = (await usableGateways(ctx)).find(one => one.gateway === gateway)?.mode
  if (!mode) throw new Failure('NO_GATEWAY', 'The gateway of this payment method is turned off.')
  const [row] = await ctx.db
    .insert(payments)
    .values({
      module,
      refId,
      key,
      amount,
      currency,
      gateway,
      mode,
      methods: [kind],
      savedId,
      description: wanted.description.slice(0, 200),
      payerName: wanted.payer.name,
      payerEmail: wanted.payer.email,
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning()
  if (!row) return same(found(await byKey(ctx, module, key), 'Payment'), wanted)
  await enqueue(ctx, chargePaymentTask, { id: row.id })
  return row
}
