import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { log } from '#kernel/log.ts'
import { announce } from '#kernel/realtime.ts'
import { failureText } from '#providers/outbound/index.ts'
import { reviewPlatform } from '#providers/reviews/index.ts'
import { SYNC_MINUTES } from '../rules/states.ts'
import { reviewSources } from '../tables.ts'
import { syncReviews } from '../tasks.ts'
import { markDeleted, storeReviews } from './store.ts'

type Source = typeof reviewSources.$inferSelect

/** Accounts with an entry that is due. */
export const accountsWithDueReviews = (now: Date) =>
  sql`select client_id from review_sources where next_at <= ${now.toISOString()}::timestamptz`

export async function enqueueDueSources(ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .update(reviewSources)
    .set({ nextAt: new Date(clock.ms() + minutes(SYNC_MINUTES)) })
    .where(lte(reviewSources.nextAt, clock.now()))
    .returning({ id: reviewSources.id })
  for (const { id } of rows) await enqueue(ctx, syncReviews, { sourceId: id })
}

async function connected(ctx: Ctx, id: string): Promise<Source | undefined> {
  const [row] = await ctx.db
    .select()
    .from(reviewSources)
    .where(and(eq(reviewSources.id, id), isNotNull(reviewSources.entry), isNull(reviewSources.deletedAt)))
  return row
}

/**
 * Reads what is new, edited or deleted on a platform, page by page; each page is stored with how far it was read, so that a killed
 * worker goes on there. A look that fails changes nothing but its sentence: an answer without reviews never means that all are gone.
 */
export async function syncSource(ctx: OuterCtx, sourceId: string): Promise<void> {
  for (;;) {
    const source = await ctx.tx(tx => connected(tx, sourceId))
    if (!source) return
    const access = { kind: 'sandbox', entry: source.entry! } as const
    try {
      const page = await reviewPlatform(access).changes(access, source.cursor)
      const isStored = await ctx.tx(async tx => {
        if (!(await holdSource(tx, source))) return false
        await storeReviews(tx, source, page.reviews)
        await markDeleted(tx, source, page.removed)
        await tx.db
          .update(reviewSources)
          .set({ cursor: page.cursor, syncedAt: clock.now(), problem: null })
          .where(eq(reviewSources.id, sourceId))
        announce(tx, 'reviews')
        return true
      })
      if (!isStored || !page.hasMore) return
    } catch (error) {
      log.warn({ err: error, source: sourceId }, 'reviews could not be read')
      await ctx.tx(async tx => {
        await tx.db
          .update(reviewSources)
          .set({ problem: failureText(error) })
          .where(eq(reviewSources.id, sourceId))
        announce(tx, 'reviews')
      })
      return
    }
  }
}

/** Two workers at once: the second finds that the page is stored, and stops. */
async function holdSource(ctx: Ctx, { id, cursor }: Source): Promise<boolean> {
  const [row] = await ctx.db.select().from(reviewSources).where(eq(reviewSources.id, id)).for('update')
  return row !== undefined && row.deletedAt === null && row.cursor === cursor
}
