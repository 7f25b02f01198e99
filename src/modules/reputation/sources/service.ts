import { createHash, randomUUID } from 'node:crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { enqueue } from '#kernel/jobs.ts'
import { announce } from '#kernel/realtime.ts'
import { googleClient, type PlatformReview } from '#providers/reviews/index.ts'
import { addSandboxReviews } from '#providers/reviews/sandbox/service.ts'
import { abilities } from '../rules/platforms.ts'
import { type FileReview, readReviewFile } from '../rules/review-file.ts'
import { storeReviews } from '../service/store.ts'
import { reviewSources, reviews } from '../tables.ts'
import { syncReviews } from '../tasks.ts'
import type {
  NewReviewSource,
  ReviewSource,
  ReviewSourceChange,
  ReviewUpload,
  SandboxReview,
  UploadResult,
} from './contract.ts'

const MOST = 20
/** Lines that are stored in one statement. */
const BATCH = 500

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      id: reviewSources.id,
      platform: reviewSources.platform,
      name: reviewSources.name,
      page: reviewSources.url,
      reviewUrl: reviewSources.reviewUrl,
      version: reviewSources.version,
      syncedAt: reviewSources.syncedAt,
      isConnected: sql<boolean>`${reviewSources.entry} is not null`,
      mode: sql<
        ReviewSource['mode']
      >`case when entry is null then 'file' when connection_id is null then 'sandbox' else 'live' end`,
      problem: reviewSources.problem,
      reviews: sql<number>`(select count(*)::int from ${reviews} r where r.client_id = review_sources.client_id and r.source_id = review_sources.id)`,
    })
    .from(reviewSources)
    .$dynamic()

export async function list(ctx: Ctx): Promise<{ items: ReviewSource[] }> {
  return { items: await select(ctx).where(isNull(reviewSources.deletedAt)).orderBy(asc(reviewSources.id)).limit(MOST) }
}

async function sourceById(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select()
    .from(reviewSources)
    .where(and(eq(reviewSources.id, id), isNull(reviewSources.deletedAt)))
  return found(row, 'Review source')
}

/** @throws BAD_REQUEST where the church has as many as it may have */
export async function requireRoom(ctx: Ctx): Promise<void> {
  if ((await list(ctx)).items.length >= MOST) throw new Failure('BAD_REQUEST', 'Please delete a source first.')
}

export async function getSource(ctx: Ctx, id: string): Promise<ReviewSource> {
  const [row] = await select(ctx).where(eq(reviewSources.id, id))
  return found(row, 'Review source')
}

/** A platform that takes responses from here gets its sandbox where the server can't connect to it; else it is filled from files. */
export async function create(ctx: Ctx, source: NewReviewSource): Promise<ReviewSource> {
  await requireRoom(ctx)
  const { page, ...entry } = source
  const isConnected = abilities[source.platform].respond === 'here' && !googleClient()
  const [row] = await ctx.db
    .insert(reviewSources)
    .values({
      ...entry,
      url: page,
      entry: isConnected ? `sandbox-${randomUUID()}` : null,
      nextAt: isConnected ? clock.now() : null,
    })
    .returning({ id: reviewSources.id })
  if (isConnected) await enqueue(ctx, syncReviews, { sourceId: row!.id })
  announce(ctx, 'reviews')
  return getSource(ctx, row!.id)
}

/** Where guests write reviews there. */
export async function update(ctx: Ctx, { id, version, ...changes }: ReviewSourceChange): Promise<ReviewSource> {
  await sourceById(ctx, id)
  const [row] = await ctx.db
    .update(reviewSources)
    .set(changes)
    .where(and(eq(reviewSources.id, id), eq(reviewSources.version, version)))
    .returning({ id: reviewSources.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'reviews')
  return getSource(ctx, id)
}

/** Nothing further is read from it; its reviews stay. */
export async function remove(ctx: Ctx, { id }: { id: string }) {
  await sourceById(ctx, id)
  await ctx.db.update(reviewSources).set({ deletedAt: clock.now(), nextAt: null }).where(eq(reviewSources.id, id))
  announce(ctx, 'reviews')
  return {}
}

export async function sync(ctx: Ctx, { id }: { id: string }): Promise<ReviewSource> {
  const { entry } = await sourceById(ctx, id)
  if (!entry) throw new Failure('BAD_REQUEST', 'This source is not connected. Import its reviews from a file.')
  await enqueue(ctx, syncReviews, { sourceId: id })
  return getSource(ctx, id)
}

/** Without an id of the platform, the same words of the same author on the same day are the same review. */
const idOf = ({ externalId, author, reviewedAt, content, rating }: FileReview): string =>
  externalId ??
  createHash('sha256')
    .update(JSON.stringify([author, reviewedAt.toISOString().slice(0, 10), content, content === '' ? rating : null]))
    .digest('hex')
    .slice(0, 40)

const toPlatformReview = (review: FileReview): PlatformReview => ({
  externalId: idOf(review),
  rating: review.rating,
  title: review.title,
  content: review.content,
  author: review.author,
  reviewedAt: review.reviewedAt,
  response: review.response,
  respondedAt: review.respondedAt,
})

/** Reads a file of reviews; what stands in it twice is stored once, and what stands here already is left as it is. */
export async function upload(ctx: Ctx, { id, csv, isTrial }: ReviewUpload): Promise<UploadResult> {
  const source = await sourceById(ctx, id)
  // A file's lines have no ids of the platform: what was read from there would come a second time.
  if (source.entry)
    throw new Failure('BAD_REQUEST', 'This source is read from its platform. Add another source for a file.')
  const read = readReviewFile(csv, clock.now())
  if (read.reviews.length === 0 && read.problems.length > 0) throw invalid('csv', read.problems[0]!.text)
  const once = [...new Map(read.reviews.map(toPlatformReview).map(review => [review.externalId, review])).values()]
  const stored = { added: 0, changed: 0 }
  // A trial stores and rolls back: what it says is what would happen.
  await ctx.db.execute(sql`savepoint reviews_upload`)
  for (let from = 0; from < once.length; from += BATCH) {
    const { added, changed } = await storeReviews(ctx, source, once.slice(from, from + BATCH))
    stored.added += added
    stored.changed += changed
  }
  if (isTrial) await ctx.db.execute(sql`rollback to savepoint reviews_upload`)
  else announce(ctx, 'reviews')
  return {
    ...stored,
    known: read.reviews.length - stored.added - stored.changed,
    problems: read.problems.slice(0, 100),
    failed: read.problems.length,
    understood: read.understood,
    ignored: read.ignored,
  }
}

/** Writes a review as a guest would, where the source is a sandbox, and reads it. */
export async function writeSandboxReview(ctx: Ctx, { id, rating, content, author }: SandboxReview) {
  const { entry, connectionId } = await sourceById(ctx, id)
  if (!entry || connectionId) throw new Failure('BAD_REQUEST', 'This source is not connected to a sandbox.')
  await addSandboxReviews(entry, [{ rating, content, author: author || null, reviewedAt: clock.now() }])
  await enqueue(ctx, syncReviews, { sourceId: id })
  return {}
}
