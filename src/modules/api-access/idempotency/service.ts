import { and, eq, lt, sql } from 'drizzle-orm'
import { clock, hours } from '#kernel/clock.ts'
import type { ProcedureMeta } from '#kernel/contract.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { KEPT_HOURS } from '../rules/keys.ts'
import { idempotencyKeys } from '../tables.ts'

/** A POST that carries an Idempotency-Key. */
export interface IdempotentCall {
  key: string
  path: string
  bodyHash: string
  /** Set when the answer is that of an earlier call. */
  replayed?: boolean
}
interface Result {
  output: unknown
  context: object
}

function actorOf({ actor }: Pick<Ctx, 'actor'>): string {
  if (actor.type === 'member') return actor.key ? `key:${actor.key.id}` : `user:${actor.userId}`
  throw new Failure('BAD_REQUEST', 'Idempotency-Key works for calls within an account, signed in or with an API key.')
}

/**
 * Runs a call once for each actor, path and key within a day; a retry gets the first answer. Refused calls change
 * nothing, so nothing is kept of them.
 */
export const keepOnce =
  (call: IdempotentCall) =>
  (ctx: Ctx | OuterCtx, meta: ProcedureMeta, work: () => Promise<unknown>): Promise<unknown> =>
    'tx' in ctx
      ? onceOutside(ctx, call, meta, work as () => Promise<Result>)
      : onceInside(ctx, call, meta, work as () => Promise<Result>)

/** The answer is kept in the transaction of the work: both are there, or neither. */
async function onceInside(ctx: Ctx, call: IdempotentCall, meta: ProcedureMeta, work: () => Promise<Result>) {
  const earlier = await find(ctx, call)
  if (earlier) return earlier
  const result = await work()
  await ctx.db.insert(idempotencyKeys).values({ ...row(ctx, call), ...kept(meta, result) })
  return result
}

/** A call that reaches an outside service is claimed first; the claim of a killed process is not taken over. */
async function onceOutside(ctx: OuterCtx, call: IdempotentCall, meta: ProcedureMeta, work: () => Promise<Result>) {
  const earlier = await ctx.tx(async inner => {
    const before = await find(inner, call)
    if (!before) await inner.db.insert(idempotencyKeys).values({ ...row(inner, call), state: 'running' })
    return before
  })
  if (earlier) return earlier
  try {
    const result = await work()
    await ctx.tx(inner => inner.db.update(idempotencyKeys).set(kept(meta, result)).where(same(inner, call)))
    return result
  } catch (error) {
    await ctx.tx(inner => inner.db.delete(idempotencyKeys).where(same(inner, call)))
    throw error
  }
}

const row = (ctx: Ctx, { key, path, bodyHash }: IdempotentCall) => ({
  key,
  path,
  bodyHash,
  actor: actorOf(ctx),
  calledAt: clock.now(),
})

const kept = (meta: ProcedureMeta, { output }: Result) =>
  meta.secret
    ? { state: 'secret' as const, answer: null }
    : { state: 'done' as const, answer: JSON.stringify(output ?? null) }

const same = (ctx: Ctx, { key, path }: IdempotentCall) =>
  and(eq(idempotencyKeys.actor, actorOf(ctx)), eq(idempotencyKeys.path, path), eq(idempotencyKeys.key, key))

/**
 * @returns what an earlier call was answered
 * @throws IDEMPOTENCY_IN_FLIGHT, IDEMPOTENCY_MISMATCH, IDEMPOTENCY_NOT_KEPT
 */
async function find(ctx: Ctx, call: IdempotentCall): Promise<Result | undefined> {
  const name = `${ctx.client.id} ${actorOf(ctx)} ${call.path} ${call.key}`
  // Two at once: the second is told at once, instead of waiting for the first one's commit.
  const { rows } = await ctx.db.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 1)) as mine`,
  )
  if (!rows[0]!.mine) throw new Failure('IDEMPOTENCY_IN_FLIGHT')
  const expired = lt(idempotencyKeys.calledAt, new Date(clock.ms() - hours(KEPT_HOURS)))
  await ctx.db.delete(idempotencyKeys).where(and(same(ctx, call), expired))
  const [earlier] = await ctx.db.select().from(idempotencyKeys).where(same(ctx, call))
  if (!earlier) return undefined
  if (earlier.bodyHash !== call.bodyHash) throw new Failure('IDEMPOTENCY_MISMATCH')
  if (earlier.state === 'running') throw new Failure('IDEMPOTENCY_IN_FLIGHT')
  if (earlier.state === 'secret') throw new Failure('IDEMPOTENCY_NOT_KEPT')
  call.replayed = true
  return { output: JSON.parse(earlier.answer!), context: {} }
}

/** Deletes what is no longer kept for retries. */
export async function purge(ctx: Ctx): Promise<void> {
  await ctx.db.delete(idempotencyKeys).where(lt(idempotencyKeys.calledAt, new Date(clock.ms() - hours(KEPT_HOURS))))
}
