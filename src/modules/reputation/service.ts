import { desc, eq } from 'drizzle-orm'
import { requireMember } from '#clients/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { ReviewChange, ReviewDetails } from './contract.ts'
import { selectReviews } from './service/list.ts'
import { reviews, reviewVersions } from './tables.ts'

/** A review with what it said before. */
export async function get(ctx: Ctx, { id }: { id: string }): Promise<ReviewDetails> {
  const [row] = await selectReviews(ctx).where(eq(reviews.id, id))
  const history = await ctx.db
    .select({
      change: reviewVersions.change,
      rating: reviewVersions.rating,
      title: reviewVersions.title,
      content: reviewVersions.content,
      at: reviewVersions.createdAt,
    })
    .from(reviewVersions)
    .where(eq(reviewVersions.reviewId, id))
    .orderBy(desc(reviewVersions.id))
    .limit(50)
  return { ...found(row, 'Review'), history }
}

/** Closes or reopens it, or says who answers it. Two who change at once: the second is told. */
export async function update(ctx: Ctx, { id, version, ...changes }: ReviewChange): Promise<ReviewDetails> {
  if (changes.assignedTo) await requireMember(ctx, changes.assignedTo, 'assignedTo')
  const before = await holdReview(ctx, id)
  if (before.version !== version) throw new Failure('CONFLICT')
  await ctx.db.update(reviews).set(changes).where(eq(reviews.id, id))
  announce(ctx, 'reviews', id)
  return get(ctx, { id })
}

/** Held until the commit. */
export async function holdReview(ctx: Ctx, id: string): Promise<typeof reviews.$inferSelect> {
  const [row] = await ctx.db.select().from(reviews).where(eq(reviews.id, id)).for('update')
  return found(row, 'Review')
}
