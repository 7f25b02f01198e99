import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { files } from '#files/tables.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { messages } from '#messaging/tables.ts'
import { people } from '#people/tables.ts'
import { calls } from '#telephony/tables.ts'
import type { MacroAct, MacroBefore } from './macros/contract.ts'
import { answerChannels, conversationStates, listChannels, scheduledStates } from './rules/states.ts'

/** One thread for a person over all channels; or for an address, until someone says whose it is. */
export const conversations = clientTable(
  'conversations',
  {
    personId: uuid(),
    /** Where no person is known: the normalized address or number. */
    address: text().notNull().default(''),
    /** How that is called: what a visitor of a chat left of themselves. */
    label: text().notNull().default(''),
    status: text({ enum: conversationStates }).notNull().default('open'),
    assignedTo: uuid(),
    snoozedUntil: instant(),
    /** The newest message or note, and when it came. */
    lastItemId: uuid(),
    lastAt: instant().notNull().defaultNow(),
    lastChannel: text({ enum: listChannels }),
    /** The newest of theirs: unread for who has not read as far. */
    lastInId: uuid(),
    /** Since when someone waits for an answer. */
    waitingSince: instant(),
    /** A text that was taken for a no, or may be one: someone should look. */
    review: text(),
    /** Between a person and those who may read pastoral conversations: outside the shared inbox. */
    confidential: boolean().notNull().default(false),
  },
  {
    audit: { noun: ['a conversation', 'conversations'] },
    export: 'rows',
    merge: 'moves',
    confidential: { when: `case when confidential then 'pastoral' end`, topic: 'conversations' },
  },
  t => [
    uniqueIndex('conversations_person').on(t.clientId, t.personId).where(sql`person_id is not null`),
    uniqueIndex('conversations_address').on(t.clientId, t.address).where(sql`person_id is null`),
    index('conversations_newest').on(t.clientId, t.status, t.lastAt, t.id),
    index('conversations_all').on(t.clientId, t.lastAt, t.id),
    index('conversations_assigned').on(t.clientId, t.assignedTo, t.lastAt, t.id),
    index('conversations_channel').on(t.clientId, t.lastChannel, t.lastAt, t.id),
    index('conversations_waiting').on(t.clientId, t.waitingSince, t.id).where(sql`waiting_since is not null`),
    index('conversations_asleep').on(t.snoozedUntil).where(sql`status = 'snoozed'`),
    index('conversations_label').using('gin', t.clientId, t.label.op('gin_trgm_ops')).where(sql`label <> ''`),
    index('conversations_unknown').using('gin', t.clientId, t.address.op('gin_trgm_ops')).where(sql`person_id is null`),
    inClient('conversations_of_person', t, t.personId, people),
  ],
)

/** What stands in a thread, in its order: messages of the outbox, calls, and notes among colleagues. */
export const conversationItems = clientTable(
  'conversation_items',
  {
    conversationId: uuid().notNull(),
    kind: text({ enum: ['message', 'note', 'call', 'chat'] }).notNull(),
    messageId: uuid(),
    callId: uuid(),
    chatId: uuid(),
    /** Who wrote it, on our side. */
    userId: uuid(),
    /** Of an answer in a chat: how its visitor reads who wrote it, who may not look them up. */
    authorName: text(),
    body: text().notNull().default(''),
    /** What a search finds: subject and words of a message, a note. */
    search: text().notNull().default(''),
    /** Of a note, made by the screen: written twice, it stands there once. */
    key: uuid(),
    /** A machine wrote it: it says so wherever it is shown. */
    byAssistant: boolean().notNull().default(false),
    /** Colleagues whom a note names. */
    mentions: uuid().array().notNull().default([]),
    /** in: someone wrote to us. */
    direction: text({ enum: ['in', 'out'] }).notNull(),
  },
  {
    audit: { noun: ['an item in a conversation', 'items in conversations'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { from: 'conversations', by: 'conversation_id' },
  },
  t => [
    index('conversation_items_thread').on(t.clientId, t.conversationId, t.id),
    index('conversation_items_newest').on(t.clientId, t.id),
    index('conversation_items_search').using('gin', t.clientId, t.search.op('gin_trgm_ops')).where(sql`search <> ''`),
    index('conversation_items_chat').on(t.clientId, t.chatId, t.id).where(sql`chat_id is not null`),
    uniqueIndex('conversation_items_key').on(t.clientId, t.conversationId, t.key).where(sql`key is not null`),
    uniqueIndex('conversation_items_message').on(t.clientId, t.messageId),
    uniqueIndex('conversation_items_call').on(t.clientId, t.callId),
    inClient('conversation_items_conversation', t, t.conversationId, conversations),
    inClient('conversation_items_messages', t, t.messageId, messages),
    inClient('conversation_items_calls', t, t.callId, calls),
  ],
)

/** Who is at the other end of a chat, as they said themselves, and whether they are there. */
export const conversationVisitors = clientTable(
  'conversation_visitors',
  {
    chatId: uuid().notNull(),
    name: text().notNull().default(''),
    /** Normalized; theirs for certain only once it is confirmed. */
    email: text().notNull().default(''),
    /** They signed in, or answered a mail that went there. */
    confirmedAt: instant(),
    /** They count as there until then. */
    hereUntil: instant(),
    /** The newest answer that they have had before their eyes. */
    seenId: uuid(),
    /** The newest answer that was mailed because they had gone. */
    mailedId: uuid(),
    /** Where they go on with it. Empty: the module that owns the chat sends the mail. */
    place: text().notNull().default(''),
    /** They asked that nothing be mailed. */
    noMail: boolean().notNull().default(false),
  },
  {
    audit: { none: 'Changes while a visitor is there' },
    export: { owner: 'Says who is at the other end of confidential conversations' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('conversation_visitors_chat').on(t.clientId, t.chatId)],
)

/** Files that a visitor or one of us put into a chat. */
export const chatFiles = clientTable(
  'chat_files',
  {
    chatId: uuid().notNull(),
    /** The key of the item in the thread that they go with. */
    said: uuid().notNull(),
    fileId: uuid().notNull(),
    name: text().notNull(),
    contentType: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
  },
  {
    audit: { noun: ['a file in a chat', 'files in chats'] },
    export: { owner: 'Holds text of confidential conversations' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('chat_files_file').on(t.clientId, t.fileId),
    index('chat_files_said').on(t.clientId, t.chatId, t.said),
    inClient('chat_files_files', t, t.fileId, files),
  ],
)

/** How far each member has read. */
export const conversationReads = clientTable(
  'conversation_reads',
  { conversationId: uuid().notNull(), userId: uuid().notNull(), lastReadId: uuid() },
  {
    audit: { quiet: 'Changes with every conversation that is opened', noun: ['a reading mark', 'reading marks'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('conversation_reads_one').on(t.clientId, t.conversationId, t.userId),
    inClient('conversation_reads_conversation', t, t.conversationId, conversations),
  ],
)

/** Answers that wait for their time. */
export const scheduledReplies = clientTable(
  'scheduled_answers',
  {
    conversationId: uuid().notNull(),
    channel: text({ enum: answerChannels }).notNull(),
    subject: text().notNull().default(''),
    /** The number of ours that it leaves from, where someone chose one. */
    sender: text().notNull().default(''),
    body: text().notNull(),
    fileIds: jsonb().$type<string[]>().notNull().default([]),
    /** Who wrote it. */
    userId: uuid().notNull(),
    sendAt: instant().notNull(),
    state: text({ enum: scheduledStates }).notNull().default('waiting'),
    problem: text(),
  },
  {
    audit: { noun: ['a scheduled reply', 'scheduled replies'] },
    export: 'rows',
    merge: 'nobody',
    confidential: { from: 'conversations', by: 'conversation_id' },
  },
  t => [
    index('scheduled_answers_thread').on(t.clientId, t.conversationId, t.state),
    inClient('scheduled_answers_conversation', t, t.conversationId, conversations),
  ],
)

/** Answers that are written once and used often. */
export const snippets = clientTable(
  'snippets',
  { name: text().notNull(), shortcut: text().notNull().default(''), body: text().notNull() },
  { audit: { noun: ['a snippet', 'snippets'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('snippets_name').on(t.clientId, sql`lower(name)`),
    uniqueIndex('snippets_shortcut').on(t.clientId, t.shortcut).where(sql`shortcut <> ''`),
  ],
)

/** Several acts under one name. */
export const macros = clientTable(
  'macros',
  { name: text().notNull(), acts: jsonb().$type<MacroAct[]>().notNull() },
  { audit: { noun: ['a macro', 'macros'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('macros_name').on(t.clientId, sql`lower(name)`)],
)

/** What a macro has done to a conversation, so that it can be undone. Its id is the screen's key. */
export const macroRuns = clientTable(
  'macro_runs',
  {
    macroId: uuid().notNull(),
    conversationId: uuid().notNull(),
    userId: uuid().notNull(),
    before: jsonb().$type<MacroBefore>().notNull(),
    /** Tags that were not there before. */
    tagIds: jsonb().$type<string[]>().notNull().default([]),
    messageIds: jsonb().$type<string[]>().notNull().default([]),
    /** The conversation's version when it was done. */
    after: integer().notNull().default(0),
    undoneAt: instant(),
  },
  { audit: { noun: ['a use of a macro', 'uses of macros'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('macro_runs_of').on(t.clientId, t.conversationId),
    inClient('macro_runs_conversation', t, t.conversationId, conversations),
  ],
)

/** What a member has begun to write in a thread, and not sent. */
export const conversationDrafts = clientTable(
  'conversation_drafts',
  {
    conversationId: uuid().notNull(),
    userId: uuid().notNull(),
    subject: text().notNull().default(''),
    body: text().notNull().default(''),
  },
  {
    audit: { none: 'Changes while someone types' },
    export: 'rows',
    merge: 'nobody',
    confidential: { from: 'conversations', by: 'conversation_id' },
  },
  t => [
    uniqueIndex('conversation_drafts_one').on(t.clientId, t.conversationId, t.userId),
    inClient('conversation_drafts_conversation', t, t.conversationId, conversations),
  ],
)

/** Filters of the list that a member keeps under a name. */
export const conversationViews = clientTable(
  'conversation_views',
  { userId: uuid().notNull(), name: text().notNull(), filter: jsonb().$type<Record<string, string>>().notNull() },
  { audit: { noun: ['a saved view', 'saved views'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('conversation_views_name').on(t.clientId, t.userId, t.name)],
)

/** Who read a confidential conversation, and when. */
export const conversationOpenings = clientTable(
  'conversation_openings',
  { conversationId: uuid().notNull(), userId: uuid().notNull() },
  {
    audit: {
      quiet: 'A trace of reading is no change',
      noun: ['an opening of a confidential conversation', 'openings of confidential conversations'],
    },
    export: 'rows',
    merge: 'nobody',
    confidential: { from: 'conversations', by: 'conversation_id' },
  },
  t => [
    index('conversation_openings_recent').on(t.clientId, t.conversationId, t.userId, t.createdAt),
    inClient('conversation_openings_conversation', t, t.conversationId, conversations),
  ],
)
