import { sql } from 'drizzle-orm'
import { boolean, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { files } from '#files/tables.ts'
import { clientTable, inClient } from '#kernel/tables.ts'
import { videoLibraries } from '#videos/tables.ts'
import { categoryKeys } from './rules.ts'

/** The podcast of a library: its own row from the first time it is saved. */
export const podcasts = clientTable(
  'podcasts',
  {
    libraryId: uuid().notNull(),
    /** In its address; never changes, since apps keep it. */
    slug: text().notNull(),
    isOn: boolean().notNull().default(false),
    /** Heard only with an address that holds the token of the library; every video of it is in the feed. */
    isPrivate: boolean().notNull().default(false),
    title: text().notNull(),
    description: text().notNull(),
    author: text().notNull(),
    ownerEmail: text().notNull(),
    language: text().notNull(),
    category: text({ enum: categoryKeys }).notNull(),
    isExplicit: boolean().notNull().default(false),
    /** The cover. */
    pictureId: uuid(),
    /** Of the podcast namespace: the same wherever the feed moves. */
    guid: uuid().notNull().default(sql`gen_random_uuid()`),
    createdBy: uuid(),
  },
  { audit: { noun: ['a podcast', 'podcasts'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('podcasts_library').on(t.clientId, t.libraryId),
    uniqueIndex('podcasts_slug').on(t.clientId, t.slug),
    index('podcasts_picture').on(t.clientId, t.pictureId),
    inClient('podcasts_library_fk', t, t.libraryId, videoLibraries),
    inClient('podcasts_picture_fk', t, t.pictureId, files, 'restrict'),
  ],
)
