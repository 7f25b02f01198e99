import { sql } from 'drizzle-orm'
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { campaignStates, recipientStates } from './rules/states.ts'

/** A newsletter: written, sent once, kept in the web archive. */
export const emailCampaigns = clientTable(
  'email_campaigns',
  {
    /** What its readers said yes to. */
    topic: text().notNull().default('newsletter'),
    subject: text().notNull().default(''),
    preheader: text().notNull().default(''),
    /** Markdown with merge tags. */
    body: text().notNull().default(''),
    senderName: text().notNull().default(''),
    replyTo: text().notNull().default(''),
    state: text({ enum: campaignStates }).notNull().default('draft'),
    scheduledFor: instant(),
    startedAt: instant(),
    finishedAt: instant(),
    /** Its page in the web archive, from the moment it is sent. */
    slug: text(),
    madeBy: uuid(),
    /** Why a scheduled start came to nothing. */
    problem: text(),
    deletedAt: instant(),
  },
  t => [
    // Whoever calls send-newsletter names none: there is one at most to be meant.
    uniqueIndex('email_campaigns_ready').on(t.clientId).where(sql`state = 'ready' and deleted_at is null`),
    uniqueIndex('email_campaigns_slug').on(t.clientId, t.slug).where(sql`slug is not null`),
    index('email_campaigns_newest').on(t.clientId, t.id).where(sql`deleted_at is null`),
  ],
)

/** Who gets a campaign, frozen when it starts: one row for each address. */
export const emailRecipients = clientTable(
  'email_recipients',
  {
    campaignId: uuid().notNull(),
    /** Lower case. */
    address: text().notNull(),
    name: text().notNull().default(''),
    state: text({ enum: recipientStates }).notNull().default('waiting'),
    /** Its row in the outbox, sent or skipped. */
    messageId: uuid(),
    /** By a link of this very mail. */
    unsubscribedAt: instant(),
  },
  t => [
    inClient('email_recipients_campaign', t, t.campaignId, emailCampaigns),
    uniqueIndex('email_recipients_once').on(t.clientId, t.campaignId, t.address),
    index('email_recipients_waiting').on(t.clientId, t.campaignId, t.id).where(sql`state = 'waiting'`),
  ],
)
