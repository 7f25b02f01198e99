import { sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { refusal } from '../service.ts'

/**
 * Counts one try against `key` and refuses the one after `most` in a window of `ms` milliseconds.
 * The count is kept when the request is refused.
 */
export async function countTry(ctx: Ctx, key: string, most: number, ms: number): Promise<void> {
  if (!env.authRateLimits) return
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
