import { and, eq, isNull } from 'drizzle-orm'
import { limitWords } from '#entitlements/rules.ts'
import { type Usage, usage } from '#entitlements/service.ts'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { notify } from '#notifications/service.ts'
import { NOTICE_AT } from '../rules.ts'
import { limitNotices } from '../tables.ts'
import { payers } from './plan.ts'

/** Tells those who pay at 80 and at 100 percent: once for each share, until usage has fallen below it. */
export async function notifyOfUsage(ctx: Ctx, { key, used, limit }: Usage & { limit: number }): Promise<void> {
  const percent = NOTICE_AT.filter(share => used * 100 >= limit * share).at(-1)
  if (!percent) return
  // Of two that reach a share of a limit at once, one may tell of it.
  const [notice] = await ctx.db
    .insert(limitNotices)
    .values({ key, percent })
    .onConflictDoNothing()
    .returning({ id: limitNotices.id })
  if (!notice) return
  const name = limitWords[key]
  await notify(ctx, await payers(ctx), {
    type: 'billing',
    title: percent === 100 ? `Your plan is full: ${name}` : `Your plan is ${percent}% full: ${name}`,
    body: `${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')} ${name} are used. ${
      percent === 100
        ? 'You can’t add more until you delete some or upgrade. Everything else still works.'
        : 'When it is full, you can’t add more.'
    }`,
    href: '/profile#subscription',
    dedupeKey: `limit:${notice.id}`,
    mail: true,
  })
}

/** Notices of shares that usage has fallen below are told again when it comes back. */
export async function clearLimitNotices(ctx: Ctx): Promise<void> {
  const open = await ctx.db.select().from(limitNotices).where(isNull(limitNotices.clearedAt))
  if (open.length === 0) return
  const now = await usage(ctx)
  for (const { id, key, percent } of open) {
    const one = now.find(each => each.key === key)
    if (one?.limit && one.used * 100 >= one.limit * percent) continue
    await ctx.db
      .update(limitNotices)
      .set({ clearedAt: clock.now() })
      .where(and(eq(limitNotices.id, id), isNull(limitNotices.clearedAt)))
  }
}
