import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { campaignColumns, recipientColumns } from '#campaigns/tables.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import type { Block } from './blocks/rules/schema.ts'
import type { CampaignAudience, SkippedFor } from './campaigns/contract.ts'
import { campaignStates, recipientStates, type Side, type Split } from './rules/states.ts'

/** The newsletter of the operator, written in Markdown, or a church's campaign, made of blocks for an audience. */
export const emailCampaigns = clientTable(
  'email_campaigns',
  {
    /** What its readers opted in to. */
    topic: text().notNull().default('newsletter'),
    subject: text().notNull().default(''),
    preheader: text().notNull().default(''),
    /** Markdown with merge tags. */
    body: text().notNull().default(''),
    senderName: text().notNull().default(''),
    replyTo: text().notNull().default(''),
    state: text({ enum: campaignStates }).notNull().default('draft'),
    ...campaignColumns(),
    /** Its page in the web archive, from the moment it is sent. */
    slug: text(),
    deletedAt: instant(),
    /** What a church calls it among its own; its readers see the subject. */
    name: text().notNull().default(''),
    /** For whom it is meant; null for the operator's newsletter. */
    audience: jsonb().$type<CampaignAudience>(),
    blocks: jsonb().$type<Block[]>().notNull().default([]),
    /** In a domain of the church's own that is verified; empty: the server's address. */
    fromAddress: text().notNull().default(''),
    /** A second version that a part of the audience gets; null: all get the same. */
    split: jsonb().$type<Split>(),
    /** What was counted then; what the rest did afterwards is no part of it. */
    sides: jsonb().$type<Side[]>(),
    /** Where its links lead, in the order of their numbers; fixed when it starts. */
    links: jsonb().$type<string[]>().notNull().default([]),
    /** Stands in the church's public archive. */
    listed: boolean().notNull().default(false),
    /** The campaign that these people had got and not opened. */
    resendOf: uuid(),
    /** Who of us its answers go to in Conversations; null: unassigned. */
    answersTo: uuid(),
  },
  {
    audit: { noun: ['an email campaign', 'email campaigns'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    // A call of send-newsletter names no campaign, so there is one at most.
    uniqueIndex('email_campaigns_ready').on(t.clientId).where(sql`state = 'ready' and deleted_at is null`),
    uniqueIndex('email_campaigns_slug').on(t.clientId, t.slug).where(sql`slug is not null`),
    uniqueIndex('email_campaigns_resend').on(t.clientId, t.resendOf).where(sql`resend_of is not null`),
    index('email_campaigns_newest').on(t.clientId, t.id).where(sql`deleted_at is null`),
  ],
)

/** Who gets a campaign, frozen when it starts: one row for each address. */
export const emailRecipients = clientTable(
  'email_recipients',
  {
    ...recipientColumns(),
    state: text({ enum: recipientStates }).notNull().default('waiting'),
    /** By a link of this very mail. */
    unsubscribedAt: instant(),
    /** Why the gate would have refused when it started. */
    skipReason: text().$type<SkippedFor>(),
    /** Not written before; null: as soon as it is their turn. */
    dueAt: instant(),
  },
  {
    audit: {
      noun: ['a recipient of an email campaign', 'recipients of email campaigns'],
      people: 'Jobs change these rows at each step of sending',
    },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    inClient('email_recipients_campaign', t, t.campaignId, emailCampaigns),
    uniqueIndex('email_recipients_once').on(t.clientId, t.campaignId, t.address),
    // The mark of a link or picture names its recipient alone.
    index('email_recipients_id').on(t.id),
    index('email_recipients_waiting').on(t.clientId, t.campaignId, t.id).where(sql`state = 'waiting'`),
  ],
)

/** Opens and clicks, each time; what a machine did is marked, and no figure counts it. */
export const emailEvents = clientTable(
  'email_events',
  {
    campaignId: uuid().notNull(),
    recipientId: uuid().notNull(),
    kind: text({ enum: ['open', 'click'] }).notNull(),
    /** Number of the link. */
    link: integer(),
    /** Why it was no person: head, agent, speed. */
    machine: text(),
  },
  {
    audit: { quiet: 'Counted in the report of the campaign', noun: ['an open or click', 'opens and clicks'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    inClient('email_events_campaign', t, t.campaignId, emailCampaigns),
    inClient('email_events_recipient', t, t.recipientId, emailRecipients),
    index('email_events_recipient').on(t.clientId, t.recipientId),
    index('email_events_of').on(t.clientId, t.campaignId, t.kind, t.recipientId),
  ],
)

/** What a church keeps to start from. */
export const emailTemplates = clientTable(
  'email_templates',
  {
    name: text().notNull(),
    category: text().notNull(),
    subject: text().notNull().default(''),
    preheader: text().notNull().default(''),
    blocks: jsonb().$type<Block[]>().notNull().default([]),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['an email template', 'email templates'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
)
