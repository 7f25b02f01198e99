import { sql } from 'drizzle-orm'
import { bigint, index, text, uuid } from 'drizzle-orm/pg-core'
import { clientTable, instant } from '#kernel/tables.ts'
import { purposes } from './rules.ts'

/** What was brought or made; its content lies in the file store under `storageKey`. */
export const files = clientTable(
  'files',
  {
    name: text().notNull(),
    contentType: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    storageKey: text().notNull(),
    purpose: text({ enum: purposes }).notNull(),
    createdBy: uuid(),
    /** SHA-256 of where it came from, where nobody was signed in: for the limit alone. */
    ipHash: text(),
    /** From then on the content is removed. */
    expiresAt: instant(),
    /** The content is gone; the row stays for those that name it. */
    removedAt: instant(),
  },
  {
    audit: { noun: ['a file', 'files'] },
    export: { owner: 'Names what was sent in confidential conversations' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('files_from').on(t.clientId, t.ipHash, t.createdAt).where(sql`ip_hash is not null`),
    // A picture's address names it alone.
    index('files_id').on(t.id),
    index('files_expiring').on(t.clientId, t.expiresAt),
  ],
)
