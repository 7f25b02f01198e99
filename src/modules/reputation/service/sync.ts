import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { enqueue } from '#kernel/jobs.ts'
import { log } from '#kernel/log.ts'
import { announce } from '#kernel/realtime.ts'
import { failureText, ServiceRefused } from '#providers/outbound/index.ts'
import { reviewPlatform } from '#providers/reviews/index.ts'
import { saveNewToken, toAccess } from '../connections/service/tokens.ts'
import { reviewConnections } from '../connections/tables.ts'
import { SYNC_MINUTES, waitMinutes } from '../rules/states.ts'
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

async function connected(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({ source: reviewSources, sealedToken: reviewConnections.sealedToken })
    .from(reviewSources)
    .leftJoin(reviewConnections, eq(reviewConnections.id, reviewSources.connectionId))
    .where(and(eq(reviewSources.id, id), isNotNull(reviewSources.entry), isNull(reviewSources.deletedAt)))
  if (!row) return
  const { source, sealedToken } = row
  return { source, opened: { entry: source.entry!, connectionId: source.connectionId, sealedToken } }
}

/**
 * Reads what is new, edited or deleted on a platform, page by page; each page is stored with how far it was read, so that a killed
 * worker goes on there. A look that fails changes nothing but its sentence: an answer without reviews never means that all are gone.
 */
export async function syncSource(ctx: OuterCtx, sourceId: string): Promise<void> {
  for (;;) {
    const found = await ctx.tx(tx => connected(tx, sourceId))
    if (!found) return
    const { source, opened } = found
    try {
      const access = toAccess(opened)
      const page = await reviewPlatform(access).changes(access, source.cursor)
      const isStored = await ctx.tx(async tx => {
        await saveNewToken(tx, opened, access)
        if (!(await holdSource(tx, source))) return false
        await storeReviews(tx, source, page.reviews)
        await markDeleted(tx, source, page.removed)
        await tx.db
          .update(reviewSources)
          .set({ cursor: page.cursor, syncedAt: clock.now(), problem: null, failures: 0 })
          .where(eq(reviewSources.id, sourceId))
        announce(tx, 'reviews')
        return true
      })
      if (!isStored || !page.hasMore) return
    } catch (error) {
      log.warn({ err: error, source: sourceId }, 'reviews could not be read')
      return ctx.tx(tx => recordFailedSync(tx, source, error))
    }
  }
}

/** Its sentence, and a longer wait each time. One that was disconnected meanwhile isn't read again. */
async function recordFailedSync(ctx: Ctx, { id, failures }: Source, error: unknown): Promise<void> {
  const isSentence =
    error instanceof ServiceRefused || /^Google answered with status \d+$/.test(String((error as Error)?.message))
  const problem = isSentence ? (error as Error).message.replace(/(\d)$/, '$1.') : failureText(error)
  await ctx.db
    .update(reviewSources)
    .set({ problem, failures: failures + 1, nextAt: new Date(clock.ms() + minutes(waitMinutes(failures + 1))) })
    .where(and(eq(reviewSources.id, id), isNotNull(reviewSources.nextAt)))
  announce(ctx, 'reviews')
}

/** Two workers at once: the second finds that the page is stored, and stops. */
async function holdSource(ctx: Ctx, { id, cursor }: Source): Promise<boolean> {
  const [row] = await ctx.db.select().from(reviewSources).where(eq(reviewSources.id, id)).for('update')
  return row !== undefined && row.deletedAt === null && row.cursor === cursor
}
