import { bigint, index, text, uuid } from 'drizzle-orm/pg-core'
import { files } from '#files/tables.ts'
import { clientTable, inClient } from '#kernel/tables.ts'
import { messages } from '../tables.ts'

/** Files that came or went with a message; their content lies in the file store. */
export const messageFiles = clientTable(
  'message_files',
  {
    messageId: uuid().notNull(),
    fileId: uuid().notNull(),
    name: text().notNull(),
    contentType: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
  },
  {
    audit: { noun: ['an attachment', 'attachments'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { from: 'messages', by: 'message_id' },
  },
  t => [
    inClient('message_files_message', t, t.messageId, messages),
    inClient('message_files_file', t, t.fileId, files),
    index('message_files_message').on(t.clientId, t.messageId),
    index('message_files_of_file').on(t.clientId, t.fileId),
  ],
)
