import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { videos } from '../tables.ts'

/** What one device watched of a video on one day; kept for two days, so that it is counted once. */
export const videoWatches = clientTable(
  'video_watches',
  {
    videoId: uuid().notNull(),
    /** UTC. */
    day: date({ mode: 'string' }).notNull(),
    /** An HMAC of network, browser and day; see links/service/visitors.ts. */
    visitor: text().notNull(),
    source: text().notNull(),
    /** Watched, without what was skipped. */
    seconds: integer().notNull().default(0),
    /** How far it came, in steps of 5 percent: 0 to 19. */
    step: integer().notNull().default(0),
    /** It is a view: 10 seconds, or a third of the video. */
    counted: boolean().notNull().default(false),
  },
  {
    audit: { none: 'Written by every player every few seconds' },
    export: { none: 'Pseudonyms of two days; the figures are exported' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('video_watches_once').on(t.clientId, t.videoId, t.day, t.visitor),
    index('video_watches_day').on(t.clientId, t.day),
    inClient('video_watches_video', t, t.videoId, videos),
  ],
)

/** Figures of a video by day and source. */
export const videoViews = clientTable(
  'video_views',
  {
    videoId: uuid().notNull(),
    /** UTC. */
    day: date({ mode: 'string' }).notNull(),
    source: text().notNull(),
    views: integer().notNull().default(0),
    seconds: integer().notNull().default(0),
    /** How many devices went on until each step of 5 percent and no further: 20 numbers. */
    dropOff: integer().array().notNull(),
  },
  { audit: { none: 'Counts' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('video_views_once').on(t.clientId, t.videoId, t.day, t.source),
    inClient('video_views_video', t, t.videoId, videos),
  ],
)

/** Where someone who is signed in stopped, so that they go on there on another device: a member, or a person of the portal. */
export const videoPositions = clientTable(
  'video_positions',
  {
    videoId: uuid().notNull(),
    userId: uuid(),
    personId: uuid(),
    positionMs: integer().notNull(),
    /** Reached its last twentieth. */
    finishedAt: instant(),
    /** It was announced that they began and did not go on. */
    leftAt: instant(),
  },
  {
    audit: { none: 'Written by every player every few seconds' },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('video_positions_user').on(t.clientId, t.videoId, t.userId),
    uniqueIndex('video_positions_person').on(t.clientId, t.videoId, t.personId),
    index('video_positions_of_person').on(t.clientId, t.personId),
    check('video_positions_one_viewer', sql`num_nonnulls(user_id, person_id) = 1`),
    inClient('video_positions_video', t, t.videoId, videos),
    inClient('video_positions_person_fk', t, t.personId, people),
  ],
)
