import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { clock } from '#kernel/clock.ts'
import { asPlatform } from '#kernel/run.ts'
import {
  type PlatformReview,
  ReviewGone,
  type ReviewPlatform,
  ReviewRefused,
  type SandboxAccess,
} from '../rules/platform.ts'
import { sandboxReviewRows as rows } from './tables.ts'

const NAME = 'review sandbox'
const PAGE = 200
type Row = typeof rows.$inferSelect

const nextChange = sql`nextval(pg_get_serial_sequence('review_sandbox_reviews', 'change'))`

const toReview = ({ id, rating, title, content, author, reviewedAt, response, respondedAt }: Row): PlatformReview => ({
  externalId: id,
  rating,
  title,
  content,
  author,
  reviewedAt,
  response,
  respondedAt,
})

/** Keeps reviews in a table and answers as Google's Business Profile does: pages, edits, deletions, one response for each review. */
export const sandboxReviews: ReviewPlatform<SandboxAccess> = {
  async changes({ entry }, cursor) {
    const found = await asPlatform(NAME, db =>
      db
        .select()
        .from(rows)
        .where(and(eq(rows.entry, entry), gt(rows.change, Number(cursor) || 0)))
        .orderBy(asc(rows.change))
        .limit(PAGE),
    )
    return {
      reviews: found.filter(row => !row.deletedAt).map(toReview),
      removed: found.filter(row => row.deletedAt).map(row => row.id),
      cursor: String(found.at(-1)?.change ?? (Number(cursor) || 0)),
      hasMore: found.length === PAGE,
    }
  },
  async respond({ entry }, externalId, text) {
    // The sandbox has a policy too, so that a refusal can be seen.
    if (/https?:\/\//i.test(text)) throw new ReviewRefused('Responses can’t contain links.')
    const respondedAt = clock.now()
    if (!(await changeSandboxReview(entry, externalId, { response: text, respondedAt }))) throw new ReviewGone()
    return { respondedAt }
  },
  async deleteResponse({ entry }, externalId) {
    if (!(await changeSandboxReview(entry, externalId, { response: null, respondedAt: null }))) throw new ReviewGone()
  },
}

/** As its author or the platform would; false where it is gone. */
export async function changeSandboxReview(entry: string, id: string, set: Partial<Row>): Promise<boolean> {
  const changed = await asPlatform(NAME, db =>
    db
      .update(rows)
      .set({ ...set, change: nextChange })
      .where(and(eq(rows.entry, entry), eq(rows.id, id), sql`${rows.deletedAt} is null`))
      .returning({ id: rows.id }),
  )
  return changed.length > 0
}

/** Reviews that guests write on the platform; returns their ids there. */
export async function addSandboxReviews(
  entry: string,
  written: readonly (Pick<PlatformReview, 'rating' | 'content' | 'author' | 'reviewedAt'> & Partial<PlatformReview>)[],
): Promise<string[]> {
  const made = written.map(({ externalId, ...review }) => ({ ...review, id: externalId ?? randomUUID(), entry }))
  await asPlatform(NAME, db => db.insert(rows).values(made))
  return made.map(({ id }) => id)
}
