import { sql } from 'drizzle-orm'
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant, now } from '#kernel/tables.ts'
import { authors, conversationStates } from './rules.ts'

/** A visitor's conversation with the operator. */
export const supportConversations = clientTable(
  'support_conversations',
  {
    /** SHA-256 of the secret that the visitor's browser keeps. */
    tokenHash: text().notNull(),
    /** Whose chat it is: the public site's own, or the one on a church's pages. */
    form: text({ enum: ['site', 'church'] })
      .notNull()
      .default('site'),
    email: text(),
    /** As they call themselves; nobody has looked whether it is so. */
    name: text().notNull().default(''),
    /** Why it may be a machine's; held back since then, until someone looks. */
    signs: text().array().notNull().default([]),
    heldAt: instant(),
    /** Someone who was signed in. */
    userId: uuid(),
    userName: text(),
    state: text({ enum: conversationStates }).notNull().default('open'),
    unread: integer().notNull().default(0),
    page: text().notNull().default(''),
    lastText: text().notNull().default(''),
    lastAuthor: text({ enum: authors }).notNull().default('visitor'),
    lastAt: instant().notNull().default(now),
    /** SHA-256 of the address it came from, for the limit alone. */
    ipHash: text().notNull(),
  },
  {
    audit: { noun: ['a chat', 'chats'] },
    export: { owner: 'Holds text of confidential conversations' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('support_conversations_token').on(t.clientId, t.tokenHash),
    index('support_conversations_held').on(t.clientId, t.heldAt).where(sql`held_at is not null`),
    index('support_conversations_newest').on(t.clientId, t.lastAt.desc(), t.id.desc()),
    index('support_conversations_recent').on(t.clientId, t.ipHash, t.createdAt),
  ],
)

export const supportMessages = clientTable(
  'support_messages',
  {
    conversationId: uuid().notNull(),
    author: text({ enum: authors }).notNull(),
    authorId: uuid(),
    authorName: text(),
    text: text().notNull(),
    /** The same message sent twice is stored once. */
    key: text().notNull(),
    ipHash: text(),
  },
  {
    audit: { noun: ['a chat message', 'chat messages'] },
    export: { owner: 'Holds text of confidential conversations' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    inClient('support_messages_conversation', t, t.conversationId, supportConversations),
    uniqueIndex('support_messages_once').on(t.clientId, t.conversationId, t.key),
    index('support_messages_recent').on(t.clientId, t.ipHash, t.createdAt),
  ],
)
