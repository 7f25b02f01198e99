import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'
import { countries, entryTypes, traditions, weekStarts } from './rules/options.ts'
import type { Rule } from './rules/recurring.ts'

/** How a church keeps its year; one row, made with the first change. */
export const contentSettings = clientTable(
  'content_settings',
  {
    tradition: text({ enum: traditions }).notNull().default('western'),
    country: text({ enum: countries }).notNull().default('us'),
    /** Epiphany, Reformation Day and All Saints are kept on a Sunday. */
    onSundays: boolean().notNull().default(false),
    weekStart: text({ enum: weekStarts }).notNull().default('sunday'),
  },
  {
    audit: { noun: ['the content calendar settings', 'content calendar settings'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('content_settings_one').on(t.clientId)],
)

/** What a church wants to say or do on a day or for some weeks. */
export const contentEntries = clientTable(
  'content_entries',
  {
    title: text().notNull(),
    description: text().notNull().default(''),
    /** For what comes back each year, the day of the year in which it was added. */
    date: date({ mode: 'string' }).notNull(),
    /** The last day of what lasts longer than one. */
    endDate: date({ mode: 'string' }),
    type: text({ enum: entryTypes }).notNull(),
    contentSuggestions: text().array().notNull().default(sql`'{}'`),
    /** `Isaiah 9:2` */
    bibleVerses: text().array().notNull().default(sql`'{}'`),
    /** When it comes back each year; null for what is once. */
    rule: jsonb().$type<Rule>(),
    /** The same rule is added once. */
    ruleKey: text(),
    /** The place in a plan that it came from: a plan that is accepted again adds nothing. */
    planSlot: text(),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['a calendar entry', 'calendar entries'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('content_entries_date').on(t.clientId, t.date).where(sql`deleted_at is null`),
    uniqueIndex('content_entries_rule').on(t.clientId, t.ruleKey).where(sql`deleted_at is null`),
    uniqueIndex('content_entries_slot').on(t.clientId, t.planSlot).where(sql`deleted_at is null`),
  ],
)

/** Addresses at which calendar programs read the content calendar. */
export const contentFeeds = clientTable(
  'content_feeds',
  {
    name: text().notNull(),
    /** Of the secret part of the address, which is shown once. */
    hash: text().notNull(),
    createdBy: uuid().notNull(),
    revokedAt: instant(),
    reads: integer().notNull().default(0),
  },
  {
    audit: { noun: ['a content calendar link', 'content calendar links'], people: 'Each reading is counted' },
    export: { none: 'Opens nothing without the secret part of its address' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('content_feeds_hash').on(t.hash)],
)
