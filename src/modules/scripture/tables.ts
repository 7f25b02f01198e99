import { sql } from 'drizzle-orm'
import { customType, index, integer, primaryKey, smallint, snakeCase, text } from 'drizzle-orm/pg-core'
import { sharedPolicies } from '#kernel/tables.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** What of `data/` is in the tables; the cross-references count as one. */
export const scriptureLoads = snakeCase.table(
  'scripture_loads',
  {
    source: text().primaryKey(),
    /** Of the file that was loaded; another one replaces it. */
    stamp: text().notNull(),
  },
  () => sharedPolicies('scripture_loads'),
)

/** The Bible's text, in every edition. A verse is numbered as `rules/verses.ts` says. */
export const scriptureVerses = snakeCase.table(
  'scripture_verses',
  {
    edition: text().notNull(),
    verse: integer().notNull(),
    /** Last verse of those that the edition prints as one. */
    through: integer(),
    /** Chapter and verse as the edition counts them, where it counts otherwise: `3:2`. */
    label: text(),
    /** With the marks of `rules/words.ts`. */
    body: text().notNull(),
    /** The words alone: see `rules/plain-text.ts`. */
    plain: text().notNull().default(''),
    /** Stems of every word, small ones too, so that a phrase of them is found. */
    words: tsvector().generatedAlwaysAs(sql`to_tsvector('every_word', plain)`),
  },
  t => [
    primaryKey({ columns: [t.edition, t.verse] }),
    index('scripture_verses_words').using('gin', t.words),
    ...sharedPolicies('scripture_verses'),
  ],
)

/** Verses that throw light on a verse, the nearest first, from the Treasury of Scripture Knowledge. */
export const scriptureReferences = snakeCase.table(
  'scripture_references',
  {
    verse: integer().primaryKey(),
    targets: integer().array().notNull(),
    /** Of each target, in hundredths: likeness of words, more where each names the other, and for the same author. */
    scores: smallint().array().notNull(),
  },
  () => sharedPolicies('scripture_references'),
)
