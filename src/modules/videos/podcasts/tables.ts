import { sql } from 'drizzle-orm'
import { boolean, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { files } from '#files/tables.ts'
import { clientTable, inClient } from '#kernel/tables.ts'
import { videoLibraries } from '../tables.ts'
import { categoryKeys } from './rules.ts'

/** The podcast of a library: its own row from the first time it is saved. */
export const videoPodcasts = clientTable(
  'video_podcasts',
  {
    libraryId: uuid().notNull(),
    /** In its address; never changes, since apps keep it. */
    slug: text().notNull(),
    isOn: boolean().notNull().default(false),
    /** Heard only with an address that holds a token; every video of the library is in it. */
    isPrivate: boolean().notNull().default(false),
    /** SHA-256 of the token of the private address; null: none was given out. */
    tokenHash: text(),
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
    uniqueIndex('video_podcasts_library').on(t.clientId, t.libraryId),
    uniqueIndex('video_podcasts_slug').on(t.clientId, t.slug),
    index('video_podcasts_picture').on(t.clientId, t.pictureId),
    inClient('video_podcasts_library_fk', t, t.libraryId, videoLibraries),
    inClient('video_podcasts_picture_fk', t, t.pictureId, files, 'restrict'),
  ],
)
