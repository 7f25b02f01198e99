import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { files } from '#files/tables.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { sermons } from '#sermons/tables.ts'
import type { Chapter } from './contract.ts'
import { stages, states, visibilities } from './rules/options.ts'

export const videoLibraries = clientTable(
  'video_libraries',
  {
    name: text().notNull(),
    description: text().notNull().default(''),
    visibility: text({ enum: visibilities }).notNull().default('unlisted'),
    /** SHA-256 of the token with which podcast apps hear all that is in it; null: none may. */
    feedTokenHash: text(),
    createdBy: uuid(),
  },
  { audit: { noun: ['a video library', 'video libraries'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('video_libraries_name').on(t.clientId, sql`lower(${t.name})`)],
)

export const videos = clientTable(
  'videos',
  {
    title: text().notNull(),
    description: text().notNull().default(''),
    libraryId: uuid().notNull(),
    visibility: text({ enum: visibilities }).notNull().default('unlisted'),
    /** Raised whenever fewer people may watch it: addresses given out before end. */
    epoch: integer().notNull().default(1),
    tags: text().array().notNull().default(sql`'{}'`),
    /** As it was entered; its verses are in video_passages. */
    passage: text().notNull().default(''),
    speaker: text().notNull().default(''),
    series: text().notNull().default(''),
    preachedOn: date({ mode: 'string' }),
    sermonId: uuid(),
    /** What was uploaded. */
    fileId: uuid().notNull(),
    /** What browsers play where the upload itself is nothing for them. */
    playableFileId: uuid(),
    /** Audio alone, for podcasts. */
    audioFileId: uuid(),
    /** The chosen one of video_pictures. */
    pictureId: uuid(),
    durationMs: integer(),
    width: integer(),
    height: integer(),
    /** As the file says: mp4, mov, webm, avi. */
    container: text(),
    videoCodec: text(),
    audioCodec: text(),
    /** Its index is at its end. */
    startsSlowly: boolean().notNull().default(false),
    state: text({ enum: states }).notNull().default('processing'),
    stage: text({ enum: stages }),
    /** Percent of the stage. */
    progress: integer().notNull().default(0),
    /** Counts the times that processing was asked for: an earlier one that comes late is let go. */
    run: integer().notNull().default(1),
    problem: text().notNull().default(''),
    /** In the public address; changes with the title until the video is public. */
    slug: text().notNull(),
    /** 128 random bits: in the addresses of its bytes. */
    publicId: text().notNull(),
    downloadable: boolean().notNull().default(false),
    chapters: jsonb().$type<Chapter[]>().notNull().default([]),
    views: integer().notNull().default(0),
    /** All that a search looks into, beside captions. */
    search: text().notNull(),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a video', 'videos'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('videos_slug').on(t.clientId, t.slug),
    uniqueIndex('videos_public_id').on(t.publicId),
    uniqueIndex('videos_file').on(t.clientId, t.fileId),
    index('videos_newest').on(t.clientId, t.createdAt.desc(), t.id.desc()).where(sql`deleted_at is null`),
    index('videos_most_viewed').on(t.clientId, t.views.desc(), t.id.desc()).where(sql`deleted_at is null`),
    index('videos_longest')
      .on(t.clientId, sql`${t.durationMs} desc nulls last`, t.id.desc())
      .where(sql`deleted_at is null`),
    index('videos_search').using('gin', t.clientId, t.search.op('gin_trgm_ops')),
    index('videos_library').on(t.clientId, t.libraryId),
    index('videos_sermon').on(t.clientId, t.sermonId),
    index('videos_playable').on(t.clientId, t.playableFileId),
    index('videos_audio').on(t.clientId, t.audioFileId),
    index('videos_deleted').on(t.clientId, t.deletedAt).where(sql`deleted_at is not null`),
    inClient('videos_library_fk', t, t.libraryId, videoLibraries, 'restrict'),
    inClient('videos_sermon_fk', t, t.sermonId, sermons, 'restrict'),
    inClient('videos_file_fk', t, t.fileId, files, 'restrict'),
    inClient('videos_playable_fk', t, t.playableFileId, files, 'restrict'),
    inClient('videos_audio_fk', t, t.audioFileId, files, 'restrict'),
  ],
)

const ofVideo = {
  audit: { quiet: 'The change of the video is listed' },
  export: 'rows',
  merge: 'nobody',
  confidential: 'nothing',
} as const

/** Which verses a video is about. */
export const videoPassages = clientTable(
  'video_passages',
  { videoId: uuid().notNull(), fromVerse: integer().notNull(), toVerse: integer().notNull() },
  ofVideo,
  t => [
    index('video_passages_verses').on(t.clientId, t.fromVerse),
    index('video_passages_of').on(t.clientId, t.videoId),
    inClient('video_passages_video', t, t.videoId, videos),
  ],
)

/** Pictures of a video, of which one is its thumbnail. */
export const videoPictures = clientTable(
  'video_pictures',
  { videoId: uuid().notNull(), fileId: uuid().notNull() },
  ofVideo,
  t => [
    uniqueIndex('video_pictures_file').on(t.clientId, t.fileId),
    index('video_pictures_of').on(t.clientId, t.videoId),
    inClient('video_pictures_video', t, t.videoId, videos),
    inClient('video_pictures_file_fk', t, t.fileId, files, 'restrict'),
  ],
)

/** Who may watch a private video by their portal. */
export const videoPeople = clientTable(
  'video_people',
  { videoId: uuid().notNull(), personId: uuid().notNull() },
  {
    audit: { noun: ['a viewer of a video', 'viewers of videos'] },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('video_people_once').on(t.clientId, t.videoId, t.personId),
    index('video_people_person').on(t.clientId, t.personId),
    inClient('video_people_video', t, t.videoId, videos),
    inClient('video_people_person_fk', t, t.personId, people),
  ],
)
