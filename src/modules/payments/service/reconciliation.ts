import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { type GatewayName, gatewayFor, type PaymentFacts } from '#providers/payments/index.ts'
import { paymentDifferences, paymentGateways, payments } from '../tables.ts'
import { applyGatewayFacts } from './gateway-facts.ts'
import { accessTo, gatewayRows } from './gateways.ts'
import { recordPayout } from './payouts.ts'
import { recordFailedRefund } from './refunds.ts'
import type { Payment } from './start.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Far enough back for a bank debit that returns and a dispute that opens late to have been told before. */
const BACK = days(14)

type Kind = (typeof paymentDifferences.$inferSelect)['kind']
interface Found {
  kind: Kind
  externalId: string
  paymentId: string | null
  theirs: string
  ours: string
}

/**
 * Compares what a gateway says it took with what we have stored, since the last comparison and two weeks before.
 * What we only missed is made up for; what contradicts is listed.
 */
export async function reconcileGateway(ctx: OuterCtx, gateway: GatewayName): Promise<void> {
  const { access, since } = await ctx.tx(async tx => {
    const row = (await gatewayRows(tx)).get(gateway)
    const last = row?.reconciledAt?.getTime() ?? clock.ms() - days(60)
    return { access: await accessTo(tx, gateway), since: new Date(last - BACK) }
  })
  const source = gatewayFor(access)
  if (!source.can.list) return
  const [found, seen]: [Found[], Set<string>] = [[], new Set()]
  const asked = clock.now()
  for await (const facts of source.payments(since)) {
    seen.add(facts.id)
    const differing = await ctx.tx(tx => compareOne(tx, gateway, facts, asked))
    found.push(...(await withoutFailedRefund(ctx, differing, facts)))
  }
  for await (const payout of source.payouts(since)) await ctx.tx(tx => recordPayout(tx, gateway, payout))
  await ctx.tx(async tx => {
    found.push(...(await missing(tx, gateway, since, seen)))
    await list(tx, gateway, found)
    await tx.db.update(paymentGateways).set({ reconciledAt: clock.now() }).where(eq(paymentGateways.gateway, gateway))
    announce(tx, 'payments')
  })
}

/** Less went back than we know of: the gateway is asked anew, as its list may be older, and what it says then counts. */
async function withoutFailedRefund(ctx: OuterCtx, differing: Found[], facts: PaymentFacts): Promise<Found[]> {
  const [refund] = differing.filter(({ kind, ours }) => kind === 'refund' && facts.refunded < Number(ours))
  if (!refund?.paymentId) return differing
  const after = await recordFailedRefund(ctx, refund.paymentId)
  return after.refunded === facts.refunded ? differing.filter(one => one !== refund) : differing
}

async function compareOne(ctx: Ctx, gateway: GatewayName, facts: PaymentFacts, asked: Date): Promise<Found[]> {
  const row = await known(ctx, gateway, facts)
  const theirs = `${facts.state} ${facts.amount} ${facts.currency}`
  const base = { externalId: facts.id, paymentId: row?.id ?? null, theirs }
  // Not every payment of the account has to come from here.
  if (!row) return facts.state === 'succeeded' && facts.reference ? [{ ...base, kind: 'unknown', ours: 'nothing' }] : []
  if (facts.currency !== row.currency) return [{ ...base, kind: 'currency', ours: `${row.amount} ${row.currency}` }]
  if (facts.amount !== row.amount) return [{ ...base, kind: 'amount', ours: `${row.amount} ${row.currency}` }]
  const after = await applyGatewayFacts(ctx, row.id, facts, asked)
  const wrong: Found[] = []
  if (after.state !== facts.state) wrong.push({ ...base, kind: 'state', ours: after.state })
  if (after.refunded !== facts.refunded)
    wrong.push({ ...base, kind: 'refund', theirs: String(facts.refunded), ours: String(after.refunded) })
  if (facts.fee !== null && after.fee !== facts.fee)
    wrong.push({ ...base, kind: 'fee', theirs: String(facts.fee), ours: String(after.fee) })
  return wrong
}

async function known(ctx: Ctx, gateway: GatewayName, facts: PaymentFacts): Promise<Payment | undefined> {
  const [row] = await ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.gateway, gateway), eq(payments.externalId, facts.id)))
  if (row || !facts.reference || !UUID.test(facts.reference)) return row
  const [named] = await ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.id, facts.reference), eq(payments.gateway, gateway)))
  return named
}

/** Paid by our books, and unknown to the gateway. */
async function missing(ctx: Ctx, gateway: GatewayName, since: Date, seen: Set<string>): Promise<Found[]> {
  const rows = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.gateway, gateway),
        eq(payments.state, 'succeeded'),
        sql`${payments.paidAt} > ${since}`,
        // Reports of gateways run up to hours late.
        lt(payments.paidAt, new Date(clock.ms() - hours(6))),
      ),
    )
  return rows
    .filter(row => row.externalId && !seen.has(row.externalId))
    .map(row => ({
      kind: 'missing' as const,
      externalId: row.externalId!,
      paymentId: row.id,
      theirs: 'nothing',
      ours: `${row.state} ${row.amount} ${row.currency}`,
    }))
}

/** Those of today stay or come; those that are no more are settled. */
async function list(ctx: Ctx, gateway: GatewayName, found: Found[]): Promise<void> {
  for (const { kind, externalId, paymentId, theirs, ours } of found)
    await ctx.db
      .insert(paymentDifferences)
      .values({ gateway, kind, externalId, paymentId, theirs, ours })
      .onConflictDoUpdate({
        target: [
          paymentDifferences.clientId,
          paymentDifferences.gateway,
          paymentDifferences.externalId,
          paymentDifferences.kind,
        ],
        set: { theirs, ours, settledAt: null },
      })
  const open = await ctx.db
    .select()
    .from(paymentDifferences)
    .where(and(eq(paymentDifferences.gateway, gateway), isNull(paymentDifferences.settledAt)))
  const still = new Set(found.map(({ kind, externalId }) => `${kind} ${externalId}`))
  const over = open.filter(row => !still.has(`${row.kind} ${row.externalId}`)).map(row => row.id)
  if (over.length > 0)
    await ctx.db.update(paymentDifferences).set({ settledAt: clock.now() }).where(inArray(paymentDifferences.id, over))
}
