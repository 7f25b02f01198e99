import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import type { SermonDocument } from './rules/document.ts'
import { audiences, editionIds, lengths, stages, statuses, tones } from './rules/options.ts'

export const sermons = clientTable(
  'sermons',
  {
    title: text().notNull(),
    /** As it was entered: `Rom 8:28-39; Ps 23`. */
    bibleVerse: text().notNull(),
    theme: text().notNull(),
    targetAudience: text({ enum: audiences }).notNull().default('general'),
    /** Who exactly, in the pastor's own words. */
    audienceNote: text().notNull().default(''),
    length: text({ enum: lengths }).notNull().default('medium'),
    tone: text({ enum: tones }).notNull().default('inspirational'),
    includeStories: boolean().notNull().default(true),
    includeQuotes: boolean().notNull().default(true),
    additionalNotes: text().notNull().default(''),
    /** The church's AI model words it, if there is one. */
    useModel: boolean().notNull().default(true),
    edition: text({ enum: editionIds }).notNull().default('web'),
    /** null until the first generation is done. */
    document: jsonb().$type<SermonDocument>(),
    status: text({ enum: statuses }).notNull().default('draft'),
    preachedOn: date({ mode: 'string' }),
    series: text().notNull().default(''),
    speaker: text().notNull().default(''),
    /** What is going on; null: nothing. */
    stage: text({ enum: stages }),
    /** Counts generations: a canceled one that comes late is let go. */
    generation: integer().notNull().default(0),
    /** Why the last generation failed. */
    problem: text().notNull().default(''),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a sermon', 'sermons'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('sermons_new').on(t.clientId, t.updatedAt).where(sql`deleted_at is null`),
    index('sermons_preached').on(t.clientId, t.preachedOn).where(sql`deleted_at is null`),
  ],
)

const ofSermon = {
  audit: { quiet: 'The change of the sermon is listed' },
  export: 'rows',
  merge: 'nobody',
  confidential: 'nothing',
} as const

/** Which verses a sermon is about, so that one can ask what was preached on them. */
export const sermonPassages = clientTable(
  'sermon_passages',
  { sermonId: uuid().notNull(), fromVerse: integer().notNull(), toVerse: integer().notNull() },
  ofSermon,
  t => [
    index('sermon_passages_verses').on(t.clientId, t.fromVerse),
    index('sermon_passages_of').on(t.clientId, t.sermonId),
    inClient('sermon_passages_sermon', t, t.sermonId, sermons, 'cascade'),
  ],
)

/** What a sermon said before it was generated again or restored. */
export const sermonVersions = clientTable(
  'sermon_versions',
  {
    sermonId: uuid().notNull(),
    number: integer().notNull(),
    document: jsonb().$type<SermonDocument>().notNull(),
    createdBy: uuid(),
  },
  ofSermon,
  t => [
    uniqueIndex('sermon_versions_number').on(t.clientId, t.sermonId, t.number),
    inClient('sermon_versions_sermon', t, t.sermonId, sermons, 'cascade'),
  ],
)

/** Links under which a sermon can be read without signing in. */
export const sermonShares = clientTable(
  'sermon_shares',
  {
    sermonId: uuid().notNull(),
    /** SHA-256 of the token in the address. */
    tokenHash: text().notNull(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    views: integer().notNull().default(0),
    createdBy: uuid(),
  },
  { audit: { noun: ['a sermon link', 'sermon links'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('sermon_shares_token').on(t.tokenHash),
    index('sermon_shares_of').on(t.clientId, t.sermonId),
    inClient('sermon_shares_sermon', t, t.sermonId, sermons, 'cascade'),
  ],
)
