import { z } from 'zod'
import { noCardNumbers } from '#card-numbers/rules.ts'
import { moment } from '#clients/rules/dates.ts'
import { ById, Flag, Id, Instant, member, Nothing, Page, pageOf, prose, resource, Version } from '#kernel/contract.ts'
import { Message } from '#messaging/contract.ts'
import { Call } from '#telephony/calls/contract.ts'
import {
  type AnswerChannel,
  answerChannels,
  answerLimits,
  conversationStates,
  FILES_LIMIT,
  listChannels,
} from './rules/states.ts'

/** An instant as someone sends it: a Date in the server, ISO 8601 on the wire. */
export const When = moment()

export const Conversation = z.object({
  id: Id,
  personId: Id.nullable(),
  /** The person's name, or the address of someone unknown. */
  name: z.string(),
  address: z.string(),
  status: z.enum(conversationStates),
  assignedTo: Id.nullable(),
  assigneeName: z.string().nullable(),
  assigneeAvatarUrl: z.string().nullable(),
  snoozedUntil: Instant.nullable(),
  waitingSince: Instant.nullable(),
  review: z.string().nullable(),
  /** Only for those who care for souls. */
  confidential: z.boolean(),
  lastAt: Instant,
  /** The newest message: by which channel, from whom, and how it begins. */
  channel: z.enum(listChannels).nullable(),
  direction: z.enum(['in', 'out']).nullable(),
  preview: z.string(),
  /** The words around what was searched for, where a message holds it. */
  match: z.string().nullable(),
  files: z.boolean(),
  /** Messages to us that the caller has not read; 100 are many. */
  unread: z.number().int(),
  version: Version,
})
export type Conversation = z.infer<typeof Conversation>

export const Thread = Conversation.extend({
  /** How they can be answered; `stopped` says why not. */
  channels: z.array(
    z.object({
      channel: z.enum(answerChannels),
      value: z.string(),
      stopped: Message.shape.skipReason,
    }),
  ),
  /** Numbers of ours that a text may leave from; first the one that they wrote to last, or else the default. */
  senders: z.array(z.object({ number: z.string(), name: z.string() })),
  /** At the other end of a chat; null where there is none. */
  visitor: z
    .object({
      /** The window is before their eyes. */
      here: z.boolean(),
      email: z.string().nullable(),
      /** Who they say they are, until they have answered a mail; null: it is known. */
      says: z.string().nullable(),
      /** They asked that no answer be mailed. */
      noMail: z.boolean(),
      /** Which answers go by mail as well: those that they don't see, or every one. */
      mailed: z.enum(['never', 'unseen', 'always']),
    })
    .nullable(),
  /** Threads of the person's households, their own among them; none where there is no other. */
  family: z.array(z.object({ conversationId: Id, name: z.string() })),
  /** Who it may be, where an address is nobody's or several people's. */
  candidates: z.array(z.object({ id: Id, name: z.string() })),
})
export type Thread = z.infer<typeof Thread>

export const Item = z.object({
  id: Id,
  conversationId: Id,
  /** Of the outbox, where it is a message. */
  messageId: Id.nullable(),
  kind: z.enum(['message', 'note', 'call', 'chat']),
  /** Their number or address. */
  address: z.string(),
  /** The number of ours. */
  ours: z.string(),
  direction: z.enum(['in', 'out']),
  channel: z.enum(listChannels).nullable(),
  subject: z.string(),
  text: z.string(),
  /** Folded under a mail that came in: quotations and signatures. */
  quoted: z.string(),
  /** The mail as it arrived was stored: see inboundEmails.original. */
  hasOriginal: z.boolean(),
  files: z.array(z.object({ id: Id, name: z.string(), contentType: z.string(), size: z.number().int() })),
  state: Message.shape.state.nullable(),
  skipReason: Message.shape.skipReason,
  problem: z.string().nullable(),
  /** It failed for a reason that passes, and has not been sent again yet. */
  mayRetry: z.boolean(),
  /** Where it was a call. */
  call: Call.pick({ id: true, state: true, missed: true, recorded: true, duration: true })
    /** Whether the carrier transcribed what was said. */
    .extend({ written: z.boolean() })
    .nullable(),
  /** Who of us wrote it; null for them, and for what Lampstand wrote by itself. */
  author: z.string().nullable(),
  /** The AI assistant wrote it. */
  byAssistant: z.boolean(),
  at: Instant,
})
export type Item = z.infer<typeof Item>

export const ConversationFilter = Page.extend({
  /** A name, number or address; in what was written too where `inMessages` says so. */
  search: z.string().max(200).optional(),
  inMessages: Flag.optional(),
  status: z.enum([...conversationStates, 'all']).default('open'),
  unread: Flag.optional(),
  mine: Flag.optional(),
  channel: z.enum(listChannels).optional(),
  assignedTo: z.union([z.literal('nobody'), Id]).optional(),
  tagId: Id.optional(),
  /** Someone has waited for longer than a day. */
  waiting: Flag.optional(),
  optedOut: Flag.optional(),
  confidential: Flag.optional(),
  /** waiting: who waits longest; others are left out. */
  sort: z.enum(['newest', 'waiting']).default('newest'),
})
export type ConversationFilter = z.infer<typeof ConversationFilter>

const text = (most: number) => noCardNumbers(prose(most).pipe(z.string().min(1, 'Please write something')))
/** What an answer is made of; a picture needs no words. */
export const answerFields = {
  channel: z.enum(answerChannels),
  text: noCardNumbers(prose(10_000)),
  subject: noCardNumbers(z.string().trim().max(200)).default(''),
  files: z.array(Id).max(FILES_LIMIT, `${FILES_LIMIT} files at most`).default([]),
  /** For a text: the number of ours that it leaves from. */
  from: z.string().max(20).optional(),
}
const saysSomething = ({ text: words, files }: { text: string; files: string[] }) => words !== '' || files.length > 0
const isShort = ({ channel, text: words }: { channel: AnswerChannel; text: string }) =>
  words.length <= (answerLimits[channel].length ?? Number.POSITIVE_INFINITY)
/** The rules of an answer, wherever one is written. */
export const asAnswer = <T extends z.ZodObject<typeof answerFields & z.ZodRawShape>>(shape: T) =>
  shape
    .refine(value => saysSomething(value as never), { path: ['text'], message: 'Please write something' })
    .refine(value => isShort(value as never), { path: ['text'], message: 'A text can have up to 1,600 characters' })
export const Answer = asAnswer(
  z.object({
    id: Id,
    ...answerFields,
    /** Made by the screen: pressed twice, it is sent once. */
    key: Id,
  }),
)
export type Answer = z.infer<typeof Answer>

export const ConversationChange = z.object({
  id: Id,
  version: Version,
  status: z.enum(conversationStates).optional(),
  assignedTo: Id.nullable().optional(),
  snoozedUntil: When.nullable().optional(),
})
export type ConversationChange = z.infer<typeof ConversationChange>

/** The same for several threads at once, whatever happened to them meanwhile. */
export const BulkChange = z.object({
  ids: z.array(Id).min(1, 'Please choose a conversation').max(200, '200 conversations at most'),
  status: z.enum(conversationStates).optional(),
  assignedTo: Id.nullable().optional(),
  snoozedUntil: When.optional(),
  unread: z.literal(true).optional(),
})
export type BulkChange = z.infer<typeof BulkChange>

export const conversations = resource(
  '/conversations',
  {
    list: member('conversations.read').input(ConversationFilter).output(pageOf(Conversation)),
    counts: member('conversations.read')
      .input(Nothing)
      .output(
        z.object({
          open: z.number().int(),
          unread: z.number().int().describe('100 stands for more'),
          waiting: z.number().int().describe('open ones whose last message waits for an answer; 100 stands for more'),
        }),
      ),
    get: member('conversations.read').input(ById).output(Thread),
    items: member('conversations.read')
      .input(Page.extend({ id: Id }))
      .output(pageOf(Item)),
    /** What stands in all threads of the person's households, as one. */
    household: member('conversations.read')
      .input(Page.extend({ id: Id }))
      .output(pageOf(Item)),
    /** The thread of a person, begun if there is none yet. */
    start: member('conversations.write')
      .input(z.object({ personId: Id }))
      .output(Thread),
    send: member('conversations.write').input(Answer).output(Item),
    /** Once more what failed for a reason that passes; pressed twice, once. */
    retry: member('conversations.write')
      .input(z.object({ id: Id, itemId: Id }))
      .output(Item),
    note: member('conversations.write')
      .input(
        z.object({
          id: Id,
          text: text(10_000),
          key: Id,
          mentions: z.array(Id).max(20).default([]),
        }),
      )
      .output(Item),
    /** While someone writes: colleagues see it for some seconds. Nothing is stored. */
    presence: member('conversations.write')
      .input(z.object({ id: Id, on: z.boolean() }))
      .output(Nothing),
    read: member('conversations.read')
      .input(z.object({ id: Id, itemId: Id }))
      .output(Nothing),
    markUnread: member('conversations.read').input(ById).output(Nothing),
    update: member('conversations.write').input(ConversationChange).output(Thread),
    /** Takes it out of the shared inbox, to those who care for souls, or back. */
    setConfidential: member('pastoral.read')
      .input(z.object({ id: Id, version: Version, confidential: z.boolean() }))
      .output(Thread),
    bulk: member('conversations.write')
      .input(BulkChange)
      .output(z.object({ changed: z.number().int() })),
    /** Says whose an unknown address is; their thread takes in this one. */
    identify: member('conversations.write')
      .input(z.object({ id: Id, personId: Id }))
      .output(Thread),
    /** Someone has looked: the no stands, or was none. */
    settleReview: member('conversations.write')
      .input(z.object({ id: Id, stop: z.boolean() }))
      .output(Thread),
  },
  {
    list: 'List conversations',
    counts: 'Count conversations by state',
    get: 'Get a conversation',
    items: 'List the messages of a conversation',
    household: 'List conversations of the same household',
    start: 'Start a conversation',
    send: 'Send a message in a conversation',
    retry: 'Retry a failed message',
    note: 'Add an internal note to a conversation',
    presence: 'Show that you are reading or typing',
    read: 'Mark a conversation as read',
    markUnread: 'Mark a conversation as unread',
    update: 'Update a conversation',
    setConfidential: 'Make a conversation confidential, or not',
    bulk: 'Update many conversations',
    identify: 'Say who a conversation is with',
    settleReview: 'Settle a possible opt-out',
  },
  ['counts', 'items', 'household'],
)
