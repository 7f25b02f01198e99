import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, identityPolicy, instant } from '#kernel/tables.ts'
import { type CalendarPart, channels, messageStates, purposes } from './rules/states.ts'
import { skipReasons } from './send-policy/rules/reasons.ts'

/** The outbox: every message stands here, with its dedupe key, before any provider is called. */
export const messages = clientTable(
  'messages',
  {
    channel: text({ enum: channels }).notNull(),
    direction: text({ enum: ['out', 'in'] })
      .notNull()
      .default('out'),
    /** Normalized address or number. */
    recipient: text().notNull(),
    recipientName: text().notNull().default(''),
    sender: text().notNull().default(''),
    subject: text().notNull().default(''),
    bodyText: text().notNull().default(''),
    bodyHtml: text().notNull().default(''),
    /** Folded under a mail that came in: quotations and signatures. */
    quoted: text().notNull().default(''),
    /** Of the stored original of a mail that came in; the row is in the operator's account. */
    arrivedMailId: uuid(),
    /** No person wrote it: an absence notice, a list. */
    automatic: boolean().notNull().default(false),
    /** Of a conversation that only those who care for souls may read. */
    confidential: boolean().notNull().default(false),
    /** What it is: invitation, recovery, overdue … */
    kind: text().notNull(),
    purpose: text({ enum: purposes }).notNull().default('transactional'),
    /** What the consent is for that marketing needs: newsletter, a list … */
    topic: text().notNull().default(''),
    senderName: text().notNull().default(''),
    replyTo: text().notNull().default(''),
    /** In a domain of the account's own; empty: the server's address. */
    fromAddress: text().notNull().default(''),
    /** Of the mail, beside those that every mail has: List-Unsubscribe … */
    headers: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** An iTIP message (RFC 5546) that goes with an email. */
    calendar: jsonb().$type<CalendarPart>(),
    /** It can't wait for the morning. */
    urgent: boolean().notNull().default(false),
    /** Of a mail that came in: the one of ours that it answers, by its headers or the address it was sent to. */
    answersId: uuid(),
    /** The campaign it was sent with. */
    batchId: uuid(),
    state: text({ enum: messageStates }).notNull().default('queued'),
    /** The same message is never written twice. */
    dedupeKey: text().notNull(),
    provider: text(),
    providerId: text(),
    problem: text(),
    /** The carrier's number for what went wrong: 30003 …; see carrier/rules. */
    errorCode: text(),
    /** Pieces that a text traveled in. */
    segments: integer(),
    /** End of the quiet hours for which it waits, or waited. */
    heldUntil: instant(),
    /** What it cost, in millionths of a unit; null until the carrier says. */
    price: bigint({ mode: 'number' }),
    currency: text(),
    /** Pictures that go with a text, by their public address. */
    media: jsonb().$type<string[]>().notNull().default([]),
    /** Why the gate did not let it through. */
    skipReason: text({ enum: skipReasons }),
    tries: integer().notNull().default(0),
    personId: uuid(),
    sentAt: instant(),
  },
  {
    audit: {
      quiet: 'What becomes of it is in its own row',
      noun: ['a message', 'messages'],
      people: 'Jobs change these rows at each step of sending',
    },
    export: 'rows',
    merge: 'moves',
    confidential: { when: `case when confidential then 'pastoral' end` },
  },
  t => [
    uniqueIndex('messages_dedupe').on(t.clientId, t.dedupeKey),
    index('messages_batch').on(t.clientId, t.batchId, t.state).where(sql`batch_id is not null`),
    index('messages_answers').on(t.clientId, t.answersId).where(sql`answers_id is not null`),
    index('messages_emails_to').on(t.clientId, t.recipient, t.id).where(sql`channel = 'email'`),
    index('messages_emails_from').on(t.clientId, t.sender, t.id).where(sql`channel = 'email'`),
    index('messages_marketing').on(t.clientId, t.recipient, t.createdAt).where(sql`purpose = 'marketing'`),
    index('messages_texts').on(t.clientId, t.createdAt, t.id).where(sql`channel = 'sms'`),
    index('messages_texts_to').on(t.clientId, t.recipient, t.createdAt).where(sql`channel = 'sms'`),
    index('messages_texts_from').on(t.clientId, t.sender, t.id).where(sql`channel = 'sms' and direction = 'in'`),
    index('messages_at_provider').on(t.clientId, t.providerId).where(sql`channel = 'sms'`),
    index('messages_filtered').on(t.clientId, t.batchId).where(sql`error_code = '30007'`),
    index('messages_unprompted')
      .on(t.clientId, t.recipient, t.createdAt)
      .where(sql`purpose <> 'marketing' and direction = 'out'`),
    index('messages_held_in_care').on(t.clientId, t.recipient, t.createdAt).where(sql`skip_reason = 'grief'`),
    index('messages_recent').on(t.clientId, t.createdAt),
    index('messages_stuck').on(t.state, t.updatedAt).where(sql`state in ('queued', 'sending', 'unknown')`),
    identityPolicy('messages'),
  ],
)
