import { bigserial, index, integer, snakeCase, text } from 'drizzle-orm/pg-core'
import { instant, operatorPolicies } from '#kernel/tables.ts'

/** Reviews of the sandbox, which stands in for platforms where there are no credentials. */
export const sandboxReviewRows = snakeCase.table(
  'review_sandbox_reviews',
  {
    id: text().primaryKey(),
    /** Whose entry on the platform. */
    entry: text().notNull(),
    rating: integer().notNull(),
    title: text().notNull().default(''),
    content: text().notNull().default(''),
    author: text(),
    reviewedAt: instant().notNull(),
    response: text(),
    respondedAt: instant(),
    deletedAt: instant(),
    /** Grows with every change of any review: a cursor is the largest that was seen. */
    change: bigserial({ mode: 'number' }).notNull(),
  },
  t => [index('review_sandbox_change').on(t.entry, t.change), ...operatorPolicies('review_sandbox_reviews')],
)
