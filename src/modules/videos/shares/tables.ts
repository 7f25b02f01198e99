import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { videos } from '../tables.ts'

/** Links by which a private video can be watched without an account. */
export const videoShares = clientTable(
  'video_shares',
  {
    videoId: uuid().notNull(),
    label: text().notNull().default(''),
    /** SHA-256 of the token in the address. */
    tokenHash: text().notNull(),
    /** scrypt, with its salt; null: the link alone is enough. */
    passwordHash: text(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    createdBy: uuid(),
  },
  { audit: { noun: ['a video link', 'video links'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('video_shares_token').on(t.tokenHash),
    index('video_shares_of').on(t.clientId, t.videoId),
    inClient('video_shares_video', t, t.videoId, videos),
  ],
)
