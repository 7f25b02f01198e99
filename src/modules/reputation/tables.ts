import { sql } from 'drizzle-orm'
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { reviewConnections } from './connections/tables.ts'
import { platforms } from './rules/platforms.ts'
import { changeKinds, responseStates, reviewStates } from './rules/states.ts'

/** A church's entry on a platform. Connected ones are read every few minutes; the others are filled from files. */
export const reviewSources = clientTable(
  'review_sources',
  {
    platform: text({ enum: platforms }).notNull(),
    name: text().notNull(),
    /** Where anyone reads its reviews there; empty: not known. */
    url: text().notNull().default(''),
    /** Where a guest writes one; empty: on that page. */
    reviewUrl: text().notNull().default(''),
    /** Names the entry at the platform; null: not connected. */
    entry: text(),
    /** Whose permission opens it; null beside an entry: the sandbox. */
    connectionId: uuid(),
    /** How far it was read. */
    cursor: text().notNull().default(''),
    syncedAt: instant(),
    /** When it is read next; null: it isn't. */
    nextAt: instant(),
    /** Why the last look failed. */
    problem: text(),
    /** Looks in a row that failed; each doubles the wait. */
    failures: integer().notNull().default(0),
    deletedAt: instant(),
  },
  { audit: { noun: ['a review source', 'review sources'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('review_sources_due').on(t.nextAt).where(sql`next_at is not null`),
    uniqueIndex('review_sources_entry')
      .on(t.clientId, t.platform, t.entry)
      .where(sql`entry is not null and deleted_at is null`),
    index('review_sources_connection').on(t.clientId, t.connectionId),
    inClient('review_sources_connection_fk', t, t.connectionId, reviewConnections, 'restrict'),
  ],
)

/** A review as it stands on its platform, and what we do about it. */
export const reviews = clientTable(
  'reviews',
  {
    sourceId: uuid().notNull(),
    platform: text({ enum: platforms }).notNull(),
    /** The platform's id; of a line of a file without one, a digest of what it says. */
    externalId: text().notNull(),
    rating: integer().notNull(),
    title: text().notNull().default(''),
    content: text().notNull().default(''),
    /** Null where the platform says none. */
    author: text(),
    reviewedAt: instant().notNull(),
    state: text({ enum: reviewStates }).notNull().default('open'),
    assignedTo: uuid(),
    response: text(),
    respondedAt: instant(),
    respondedBy: uuid(),
    responseState: text({ enum: responseStates }).notNull().default('none'),
    responseProblem: text(),
    editedAt: instant(),
    /** It was deleted on its platform. */
    goneAt: instant(),
  },
  { audit: { noun: ['a review', 'reviews'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('reviews_once').on(t.clientId, t.sourceId, t.externalId),
    index('reviews_newest').on(t.clientId, t.reviewedAt.desc(), t.id.desc()),
    index('reviews_rating').on(t.clientId, t.rating, t.reviewedAt.desc()),
    inClient('reviews_source', t, t.sourceId, reviewSources),
  ],
)

/** What a review said before it was edited or deleted. */
export const reviewVersions = clientTable(
  'review_versions',
  {
    reviewId: uuid().notNull(),
    change: text({ enum: changeKinds }).notNull(),
    rating: integer().notNull(),
    title: text().notNull(),
    content: text().notNull(),
  },
  { audit: { quiet: 'Written by the platform' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('review_versions_of').on(t.clientId, t.reviewId),
    inClient('review_versions_review', t, t.reviewId, reviews),
  ],
)
