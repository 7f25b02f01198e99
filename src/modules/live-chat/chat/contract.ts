import { z } from 'zod'
import { noCardNumbers } from '#card-numbers/rules.ts'
import { CsvFile, house, Id, Instant, line, Nothing, prose, publicOf, resource } from '#kernel/contract.ts'
import { authors, conversationStates, LONGEST, MOST_FILES } from './rules.ts'

/** Made by the browser, 32 random bytes: anyone who has it reads the conversation. */
const Token = z.string().regex(/^[0-9a-f]{64}$/, 'This is not a conversation')
/** Made by the browser for each message: the same one sent twice is stored once. */
const Key = z.string().regex(/^[0-9a-f]{32}$/, 'This is not a message key')
const Text = noCardNumbers(prose(LONGEST).pipe(z.string().min(1, 'Please write something')))
const Email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(254, 'Email is invalid')
  .pipe(z.email('Email is invalid'))
/** Whose chat it is: `site` is the public site's own, others are named by their church. */
const form = z.string().regex(/^[a-z0-9-]{1,80}$/, 'Chat not found')
const mine = { form, token: Token }

export const ChatMessage = z.object({
  id: Id,
  author: z.enum(authors),
  /** Of staff alone. */
  name: z.string().nullable(),
  text: z.string(),
  files: z.array(z.object({ id: Id, name: z.string(), contentType: z.string(), size: z.number().int() })),
  createdAt: Instant,
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** What a visitor's window shows; without state when nothing has been written yet. */
export const Thread = z.object({
  state: z.enum(conversationStates).nullable(),
  email: z.string().nullable(),
  /** Someone is there to answer, as far as office hours and the last answer say. */
  there: z.boolean(),
  messages: z.array(ChatMessage),
})
export type Thread = z.infer<typeof Thread>

export const supportChat = resource(
  '/support-chat',
  {
    send: publicOf('form')
      .input(
        z
          .object({
            ...mine,
            key: Key,
            text: prose(LONGEST),
            /** Tickets of files that were brought before, to /chat/files. */
            files: z.array(z.string().max(1_000)).max(MOST_FILES, `${MOST_FILES} files at most`).default([]),
            email: Email.optional(),
            name: line(120).optional(),
            page: line(300).default(''),
            /** What the window of a church's chat was given when it was made. */
            pass: z.string().max(500).default(''),
            /** Nobody sees this field. */
            website: z.string().max(300).default(''),
          })
          .refine(({ text, files }) => text !== '' || files.length > 0, {
            path: ['text'],
            message: 'Please write something',
          }),
      )
      .output(Thread),
    /** `here`: the window is open before their eyes, so what stands in it is seen. */
    read: publicOf('form')
      .input(z.object({ ...mine, here: z.boolean().default(false) }))
      .output(Thread),
    leaveEmail: publicOf('form')
      .input(z.object({ ...mine, email: Email }))
      .output(Thread),
    /** What the visitor is doing right now. */
    signal: publicOf('form')
      .input(z.object({ ...mine, state: z.enum(['writing', 'still', 'gone']) }))
      .output(Nothing),
    /** The visitor is done; what was said is mailed to them if they wish. */
    end: publicOf('form')
      .input(z.object({ ...mine, transcript: z.boolean() }))
      .output(Thread.extend({ mailed: z.boolean() })),
  },
  {
    send: 'Send a chat message',
    read: 'List the messages of a chat',
    leaveEmail: 'Leave an email address in a chat',
    signal: 'Show that the visitor is typing',
    end: 'End a chat',
  },
)

export const ConversationsWanted = z.object({
  q: z.string().trim().max(200).optional(),
  state: z.enum(conversationStates).optional(),
})
export type ConversationsWanted = z.infer<typeof ConversationsWanted>
export const ConversationFilter = ConversationsWanted.extend({
  cursor: z.string().max(20).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type ConversationFilter = z.infer<typeof ConversationFilter>

export const Conversation = z.object({
  id: Id,
  email: z.string().nullable(),
  /** The account of someone who was signed in. */
  userName: z.string().nullable(),
  state: z.enum(conversationStates),
  /** The visitor's messages that nobody has looked at. */
  unread: z.number().int(),
  /** Where it began. */
  page: z.string(),
  lastText: z.string(),
  lastAuthor: z.enum(authors),
  lastAt: Instant,
  createdAt: Instant,
})
export type Conversation = z.infer<typeof Conversation>

const Whole = Conversation.extend({ messages: z.array(ChatMessage) })

/** The other end: the operator answers. */
export const supportInbox = resource(
  '/support-inbox',
  {
    list: house.input(ConversationFilter).output(
      z.object({
        items: z.array(Conversation),
        nextCursor: z.string().nullable(),
        total: z.number().int(),
        /** conversations with something unread */
        waiting: z.number().int(),
      }),
    ),
    export: house.input(ConversationsWanted).output(CsvFile),
    get: house.input(z.object({ id: Id })).output(Whole),
    seen: house.input(z.object({ id: Id })).output(Nothing),
    reply: house.input(z.object({ id: Id, key: Key, text: Text })).output(Whole),
    setState: house.input(z.object({ id: Id, state: z.enum(conversationStates) })).output(Whole),
  },
  {
    list: 'List support chats',
    export: 'Export support chats as CSV',
    get: 'Get a support chat',
    seen: 'Mark a support chat as seen',
    reply: 'Answer a support chat',
    setState: 'Open or close a support chat',
  },
  ['export'],
)
