import { sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { networkOf } from '#kernel/network.ts'
import { refusal } from '../../service.ts'

/**
 * Counts one try against `key` and refuses the one after `most` in a window of `ms` milliseconds.
 * The count is kept when the request is refused.
 */
export async function countTry(ctx: Ctx, key: string, most: number, ms: number): Promise<void> {
  if (env.authRateLimits) await count(ctx, key, most, ms)
}

async function count(ctx: Ctx, key: string, most: number, ms: number): Promise<void> {
  const now = clock.now()
  // One statement, so that tries at the same moment are each counted.
  const { rows } = await ctx.db.execute<{ count: number }>(sql`
    insert into auth.rate_limits (key, count, resets_at) values (${key}, 1, ${new Date(now.getTime() + ms)})
    on conflict (key) do update set
      count = case when auth.rate_limits.resets_at <= ${now} then 1 else auth.rate_limits.count + 1 end,
      resets_at = case when auth.rate_limits.resets_at <= ${now} then excluded.resets_at else auth.rate_limits.resets_at end
    returning count`)
  if (rows[0]!.count > most) throw refusal(429, 'over_request_rate_limit', 'Request rate limit reached', { keep: true })
}

const guessKeys = (ids: string[]) => ids.map(id => `guess ${id}`)

/** An account as seen from one network: anyone who guesses from elsewhere takes no tries from its owner. */
export const fromNetwork = (id: string, ip: string): string => `${id} ${networkOf(ip)}`

/**
 * Guesses at short codes: ten in ten minutes for each id, then none. Where a stranger can guess, an id is a pair of account
 * and network (`fromNetwork`). They are counted even where other limits are off.
 */
export async function countGuess(ctx: Ctx, ...ids: string[]): Promise<void> {
  // In one order, so that two guesses at once can't wait for each other.
  for (const key of guessKeys(ids).sort()) await count(ctx, key, 10, minutes(10))
}

const everywhere = (id: string) => `${id} from everywhere`

/** Guesses from all networks together, thirty in ten minutes: many networks must not add up to many tries. */
export const countGuessEverywhere = (ctx: Ctx, id: string): Promise<void> =>
  count(ctx, guessKeys([everywhere(id)])[0]!, 30, minutes(10))

export const forgetGuessesEverywhere = (ctx: Ctx, id: string): Promise<void> => forgetGuesses(ctx, everywhere(id))

/** It was right: the next ten minutes start afresh. */
export async function forgetGuesses(ctx: Ctx, ...ids: string[]): Promise<void> {
  for (const key of guessKeys(ids)) await ctx.db.execute(sql`delete from auth.rate_limits where key = ${key}`)
}
