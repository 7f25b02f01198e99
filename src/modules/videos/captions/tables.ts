import { sql } from 'drizzle-orm'
import { index, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient } from '#kernel/tables.ts'
import { videos } from '../tables.ts'
import type { Cue } from './rules.ts'

export const videoCaptions = clientTable(
  'video_captions',
  {
    videoId: uuid().notNull(),
    language: text().notNull(),
    label: text().notNull(),
    cues: jsonb().$type<Cue[]>().notNull(),
    /** All that is said, for searching. */
    words: text().notNull().generatedAlwaysAs(sql`jsonb_path_query_array(cues, '$[*].text')::text`),
    createdBy: uuid(),
  },
  { audit: { noun: ['captions', 'captions'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('video_captions_language').on(t.clientId, t.videoId, t.language),
    index('video_captions_words').using('gin', t.clientId, t.words.op('gin_trgm_ops')),
    index('video_captions_of').on(t.clientId, t.videoId),
    inClient('video_captions_video', t, t.videoId, videos),
  ],
)
