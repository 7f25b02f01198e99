import { sql } from 'drizzle-orm'
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { messages } from '#messaging/tables.ts'
import { people } from '#people/tables.ts'
import { calls } from '#telephony/tables.ts'
import { conversationStates } from './rules/states.ts'

/** One thread for a person over all channels; or for an address, until somebody says whose it is. */
export const conversations = clientTable(
  'conversations',
  {
    personId: uuid(),
    /** Where no person is known: the normalised address or number. */
    address: text().notNull().default(''),
    status: text({ enum: conversationStates }).notNull().default('open'),
    assignedTo: uuid(),
    snoozedUntil: instant(),
    /** The newest message or note, and when it came. */
    lastItemId: uuid(),
    lastAt: instant().notNull().defaultNow(),
    /** Since when somebody waits for an answer. */
    waitingSince: instant(),
    /** A text that was taken for a no, or may be one: somebody should look. */
    review: text(),
  },
  t => [
    uniqueIndex('conversations_person').on(t.clientId, t.personId).where(sql`person_id is not null`),
    uniqueIndex('conversations_address').on(t.clientId, t.address).where(sql`person_id is null`),
    index('conversations_newest').on(t.clientId, t.status, t.lastAt),
    inClient('conversations_of_person', t, t.personId, people),
  ],
)

/** What stands in a thread, in its order: messages of the outbox, calls, and notes among colleagues. */
export const conversationItems = clientTable(
  'conversation_items',
  {
    conversationId: uuid().notNull(),
    kind: text({ enum: ['message', 'note', 'call'] }).notNull(),
    messageId: uuid(),
    callId: uuid(),
    /** Who wrote it, on our side. */
    userId: uuid(),
    body: text().notNull().default(''),
    /** in: somebody wrote to us. */
    direction: text({ enum: ['in', 'out'] }).notNull(),
  },
  t => [
    index('conversation_items_thread').on(t.clientId, t.conversationId, t.id),
    uniqueIndex('conversation_items_message').on(t.clientId, t.messageId),
    uniqueIndex('conversation_items_call').on(t.clientId, t.callId),
    inClient('conversation_items_conversation', t, t.conversationId, conversations),
    inClient('conversation_items_messages', t, t.messageId, messages),
    inClient('conversation_items_calls', t, t.callId, calls),
  ],
)

/** How far each member has read. */
export const conversationReads = clientTable(
  'conversation_reads',
  { conversationId: uuid().notNull(), userId: uuid().notNull(), lastReadId: uuid() },
  t => [
    uniqueIndex('conversation_reads_one').on(t.clientId, t.conversationId, t.userId),
    inClient('conversation_reads_conversation', t, t.conversationId, conversations),
  ],
)
