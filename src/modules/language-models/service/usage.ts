import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { costOf, type ModelPrice, type TokenUsage } from '#providers/llm/rules/cost.ts'
import { effectiveCap, isWithinCap, monthOf, USUAL_CAP } from '../rules/budget.ts'
import type { Purpose } from '../rules/models.ts'
import { languageModelReservations as reservations, languageModelUsage as usage } from '../tables.ts'
import { settingsRow, type Way } from './access.ts'
import { ModelFailure } from './failure.ts'

/** Longer than any call may take. */
const EXPIRES = minutes(10)

export interface Reservation {
  id: string
  month: string
}

export const currentMonth = (ctx: Ctx) => monthOf(clock.now(), ctx.client.timeZone)

const total = (column: typeof usage.cost | typeof reservations.cost) =>
  sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)

/** Micro-dollars of a month: what was spent, and what calls under way may still cost. */
export async function readSpending(ctx: Ctx, month: string): Promise<{ spent: number; reserved: number }> {
  const [spent] = await ctx.db
    .select({ cost: total(usage.cost) })
    .from(usage)
    .where(eq(usage.month, month))
  const [reserved] = await ctx.db
    .select({ cost: total(reservations.cost) })
    .from(reservations)
    .where(and(eq(reservations.month, month), gt(reservations.expiresAt, clock.now())))
  return { spent: spent!.cost, reserved: reserved!.cost }
}

/** @throws ModelFailure budget_reached */
export async function reserveBudget(ctx: Ctx, way: Way, cost: number): Promise<Reservation> {
  // Two calls at once would each find room for one.
  await advisoryLock(ctx.db, `language models ${ctx.client.id}`)
  const month = currentMonth(ctx)
  await ctx.db.delete(reservations).where(lte(reservations.expiresAt, clock.now()))
  const { spent, reserved } = await readSpending(ctx, month)
  const cap = effectiveCap((await settingsRow(ctx))?.capCents ?? USUAL_CAP, way.isServerKey)
  if (!isWithinCap(cost, spent, reserved, cap))
    throw new ModelFailure(
      'budget_reached',
      'This month’s cap for AI models is reached. An owner or admin can raise it.',
    )
  const [row] = await ctx.db
    .insert(reservations)
    .values({ month, cost, expiresAt: new Date(clock.ms() + EXPIRES) })
    .returning({ id: reservations.id })
  announce(ctx, 'languageModels')
  return { id: row!.id, month }
}

export async function releaseReservation(ctx: Ctx, { id }: Reservation): Promise<void> {
  await ctx.db.delete(reservations).where(eq(reservations.id, id))
  announce(ctx, 'languageModels')
}

/** What was used takes the place of what was reserved. @returns its cost in micro-dollars */
export async function recordReservedUsage(
  ctx: Ctx,
  reservation: Reservation,
  way: Way,
  purpose: Purpose,
  tokens: TokenUsage,
) {
  await ctx.db.delete(reservations).where(eq(reservations.id, reservation.id))
  return recordUsage(ctx, reservation.month, way, purpose, tokens)
}

export async function recordUsage(
  ctx: Ctx,
  month: string,
  { model, price }: { model: { provider: string; model: string }; price: ModelPrice },
  purpose: Purpose,
  tokens: TokenUsage,
): Promise<number> {
  const cost = costOf(tokens, price)
  const { provider } = model
  await ctx.db
    .insert(usage)
    .values({
      month,
      purpose,
      provider,
      model: model.model,
      calls: 1,
      inputUsed: tokens.input,
      outputUsed: tokens.output,
      cost,
    })
    .onConflictDoUpdate({
      target: [usage.clientId, usage.month, usage.purpose, usage.provider, usage.model],
      set: {
        calls: sql`${usage.calls} + 1`,
        inputUsed: sql`${usage.inputUsed} + ${tokens.input}`,
        outputUsed: sql`${usage.outputUsed} + ${tokens.output}`,
        cost: sql`${usage.cost} + ${cost}`,
      },
    })
  announce(ctx, 'languageModels')
  return cost
}

/** By purpose, provider and model. */
export const listUsage = (ctx: Ctx, month: string) =>
  ctx.db
    .select({
      purpose: usage.purpose,
      provider: usage.provider,
      model: usage.model,
      calls: usage.calls,
      inputTokens: usage.inputUsed,
      outputTokens: usage.outputUsed,
      cost: usage.cost,
    })
    .from(usage)
    .where(eq(usage.month, month))
    .orderBy(sql`${usage.cost} desc`, usage.id)
