import { eq } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { type Ctx, type OuterCtx, userOf } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { emit, enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { failureText, ServiceRefused } from '#providers/outbound/index.ts'
import { ReviewGone, ReviewRefused, reviewPlatform } from '#providers/reviews/index.ts'
import { type Opened, toAccess } from '../connections/service/tokens.ts'
import { reviewConnections } from '../connections/tables.ts'
import type { Response, ReviewDetails } from '../contract.ts'
import { reviewAnswered } from '../events.ts'
import { abilities } from '../rules/platforms.ts'
import { type Finding, lintResponse } from '../rules/response-lint.ts'
import { get, holdReview } from '../service.ts'
import { reviewSources, reviews } from '../tables.ts'
import { publishResponse } from '../tasks.ts'

type Row = typeof reviews.$inferSelect

/** What speaks against a response before it is published. */
export async function check(ctx: Ctx, { id, text }: { id: string; text: string }): Promise<{ items: Finding[] }> {
  const { platform } = await get(ctx, { id })
  return { items: lintResponse(text, platform) }
}

/** Whether the response to it is written from here: its platform allows it, and its entry is connected. */
async function isWrittenHere(ctx: Ctx, { platform, sourceId }: Row): Promise<boolean> {
  const [source] = await ctx.db.select().from(reviewSources).where(eq(reviewSources.id, sourceId))
  return abilities[platform].respond === 'here' && source?.entry != null && source.deletedAt === null
}

/** Publishes a response, or replaces the one that stands; where the platform takes none from here, it is marked as written there. */
export async function respond(ctx: Ctx, { id, version, text, anyway }: Response): Promise<ReviewDetails> {
  const review = await holdReview(ctx, id)
  if (review.goneAt) throw new Failure('GONE')
  if (review.version !== version) throw new Failure('CONFLICT')
  const findings = lintResponse(text, review.platform)
  const error = findings.find(({ level }) => level === 'error')
  if (error) throw invalid('text', error.text)
  if (findings.length > 0 && !anyway) throw new Failure('WARNED', findings[0]!.text)
  const isHere = await isWrittenHere(ctx, review)
  await ctx.db
    .update(reviews)
    .set({
      response: text.trim(),
      respondedAt: isHere ? null : clock.now(),
      respondedBy: userOf(ctx),
      responseState: isHere ? 'publishing' : 'marked',
      responseProblem: null,
    })
    .where(eq(reviews.id, id))
  if (isHere) await enqueue(ctx, publishResponse, { reviewId: id })
  else await emit(ctx, reviewAnswered, { reviewId: id })
  announce(ctx, 'reviews', id)
  return get(ctx, { id })
}

/** Deletes our response; on the platform too, where it was written from here. */
export async function withdraw(ctx: Ctx, { id }: { id: string }): Promise<ReviewDetails> {
  const review = await holdReview(ctx, id)
  if (review.responseState === 'none') return get(ctx, { id })
  const isHere = review.responseState !== 'marked' && (await isWrittenHere(ctx, review))
  await ctx.db
    .update(reviews)
    .set({ response: null, respondedAt: null, respondedBy: userOf(ctx), responseState: 'none', responseProblem: null })
    .where(eq(reviews.id, id))
  if (isHere && !review.goneAt) await enqueue(ctx, publishResponse, { reviewId: id })
  announce(ctx, 'reviews', id)
  return get(ctx, { id })
}

interface Waiting {
  review: Row
  opened: Opened
}

async function waiting(ctx: Ctx, reviewId: string): Promise<Waiting | undefined> {
  const [row] = await ctx.db
    .select({
      review: reviews,
      entry: reviewSources.entry,
      connectionId: reviewSources.connectionId,
      sealedToken: reviewConnections.sealedToken,
    })
    .from(reviews)
    .innerJoin(reviewSources, eq(reviewSources.id, reviews.sourceId))
    .leftJoin(reviewConnections, eq(reviewConnections.id, reviewSources.connectionId))
    .where(eq(reviews.id, reviewId))
  if (!row?.entry || !['publishing', 'none'].includes(row.review.responseState)) return
  const { review, entry, connectionId, sealedToken } = row
  return { review, opened: { entry, connectionId, sealedToken } }
}

/**
 * Writes the response that waits, or deletes the one there that was deleted here. Done twice it is the same response: the platform
 * keeps one for each review. What fails for now is tried again; what was changed here meanwhile has a task of its own.
 */
export async function publishWaitingResponse(ctx: OuterCtx, reviewId: string, willRetry = true): Promise<void> {
  const work = await ctx.tx(tx => waiting(tx, reviewId))
  if (!work) return
  const { review, opened } = work
  try {
    const access = toAccess(opened)
    const platform = reviewPlatform(access)
    if (review.responseState === 'none') {
      await platform.deleteResponse(access, review.externalId)
      await ctx.tx(tx => republish(tx, reviewId))
    } else {
      const { respondedAt } = await platform.respond(access, review.externalId, review.response!)
      await ctx.tx(tx => settle(tx, review, { responseState: 'published', respondedAt, responseProblem: null }))
    }
  } catch (error) {
    if (error instanceof ReviewGone)
      return ctx.tx(tx =>
        settle(tx, review, {
          responseState: review.response === null ? 'none' : 'failed',
          responseProblem:
            review.response === null ? null : 'The review was deleted there before the response was published.',
          goneAt: clock.now(),
        }),
      )
    const isRefused = error instanceof ReviewRefused || error instanceof ServiceRefused
    // A deletion has no state to fail in: it is tried again.
    if (review.responseState === 'none' ? !(error instanceof ReviewRefused) : !isRefused && willRetry) throw error
    const responseProblem = isRefused ? error.message : failureText(error)
    await ctx.tx(tx => settle(tx, review, { responseState: 'failed', responseProblem }))
  }
}

/** A response that was written while the one before it was being deleted there is published once more. */
async function republish(ctx: Ctx, reviewId: string): Promise<void> {
  const { response, responseState } = await holdReview(ctx, reviewId)
  if (response === null || !['publishing', 'published'].includes(responseState)) return
  await ctx.db.update(reviews).set({ responseState: 'publishing' }).where(eq(reviews.id, reviewId))
  await enqueue(ctx, publishResponse, { reviewId })
}

/** Unless the response was changed here meanwhile. */
async function settle(ctx: Ctx, before: Row, changes: Partial<Row>): Promise<void> {
  const review = await holdReview(ctx, before.id)
  if (review.response !== before.response || review.responseState !== before.responseState) return
  await ctx.db.update(reviews).set(changes).where(eq(reviews.id, review.id))
  if (changes.responseState === 'published') await emit(ctx, reviewAnswered, { reviewId: review.id })
  announce(ctx, 'reviews', review.id)
}
