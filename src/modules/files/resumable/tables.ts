import { bigint, index, text, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { purposes } from '../rules.ts'
import { files } from '../tables.ts'

/** What is being brought in pieces; the pieces lie under DATA_DIR until the last one is there. */
export const uploads = clientTable(
  'uploads',
  {
    name: text().notNull(),
    purpose: text({ enum: purposes }).notNull(),
    /** Bytes, said at creation. */
    size: bigint({ mode: 'number' }).notNull(),
    /** What the sender says the whole is: 64 hex digits. */
    sha256: text(),
    createdBy: uuid().notNull(),
    /** A sentence; nothing more is taken. */
    refusal: text(),
    fileId: uuid(),
    /** From then on the pieces are removed. */
    expiresAt: instant().notNull(),
  },
  {
    audit: { noun: ['an upload', 'uploads'] },
    export: { none: 'What is arriving; files that arrived are exported as such' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('uploads_of_file').on(t.clientId, t.fileId),
    index('uploads_expiring').on(t.clientId, t.expiresAt),
    inClient('uploads_file', t, t.fileId, files),
  ],
)
