import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { files } from '#files/tables.ts'
import { clientTable, inClient } from '#kernel/tables.ts'
import { videos } from '../tables.ts'

/** A converted film in one size, for HTTP Live Streaming. */
export const videoSizes = clientTable(
  'video_sizes',
  {
    videoId: uuid().notNull(),
    /** Pixels. */
    height: integer().notNull(),
    fileId: uuid().notNull(),
    /** Its pieces as byte ranges of the file, which is called `film` in it. */
    playlist: text().notNull(),
    /** Bits per second, on average. */
    bandwidth: integer().notNull(),
  },
  {
    audit: { quiet: 'The conversion of the video is part of its upload' },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('video_sizes_once').on(t.clientId, t.videoId, t.height),
    index('video_sizes_file').on(t.clientId, t.fileId),
    inClient('video_sizes_video_fk', t, t.videoId, videos),
    inClient('video_sizes_file_fk', t, t.fileId, files, 'restrict'),
  ],
)
