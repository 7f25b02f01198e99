import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { goalKinds } from './rules/goals.ts'
import type { ScheduledTarget } from './rules/redirect.ts'

const sources = ['', 'qr', 'nfc', 'card', 'link'] as const
export type LinkSource = Exclude<(typeof sources)[number], ''>

/** An address of the web, and the short one that stands for it: `/l/{code}`. */
export const shortLinks = clientTable(
  'short_links',
  {
    /** Unique among all accounts. */
    code: text().notNull(),
    target: text().notNull(),
    /** The module that made it, and the row of that module it belongs to: a campaign, a sheet of QR codes … */
    module: text().notNull(),
    ownerId: uuid().notNull(),
    /** Realtime topic of the screens that show its clicks; empty for none. */
    topic: text().notNull().default(''),
    /** From then on it leads nowhere; null: it never expires. */
    expiresAt: instant(),
    /** Where it stands: on paper, on a tag, on a card. Empty for one that is sent, whose target never changes. */
    source: text({ enum: sources }).notNull().default(''),
    state: text({ enum: ['active', 'paused', 'archived'] })
      .notNull()
      .default('active'),
    /** What visitors read while it leads nowhere; empty: our own words. */
    fallback: text().notNull().default(''),
    /** Targets from certain instants on. */
    schedule: jsonb().$type<ScheduledTarget[]>().notNull().default([]),
  },
  { audit: { noun: ['a short link', 'short links'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('short_links_code').on(t.code),
    uniqueIndex('short_links_target').on(t.clientId, t.module, t.ownerId, t.target).where(sql`source = ''`),
    uniqueIndex('short_links_place').on(t.clientId, t.module, t.ownerId).where(sql`source <> ''`),
  ],
)

/** Who got the links of one owner under a code of their own, which follows that of the link. */
export const shortLinkRecipients = clientTable(
  'short_link_recipients',
  {
    module: text().notNull(),
    ownerId: uuid().notNull(),
    code: text().notNull(),
    personId: uuid(),
    /** When the links were sent to them; a click right after it is a scanner's. */
    sentAt: instant().notNull(),
  },
  {
    audit: {
      quiet: 'The campaign itself is listed',
      noun: ['a recipient of short links', 'recipients of short links'],
      people: 'Jobs write thousands of these rows while they send',
    },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [uniqueIndex('short_link_recipients_code').on(t.clientId, t.module, t.ownerId, t.code)],
)

/**
 * Each visit; what a machine did is marked, and no figure counts it. Partitioned by month (see decision 050): PostgreSQL's
 * primary key ends with `created_at`.
 */
export const shortLinkClicks = clientTable(
  'short_link_clicks',
  {
    linkId: uuid().notNull(),
    /** Null where the address held no code of a recipient. */
    recipientId: uuid(),
    bot: boolean().notNull().default(false),
    /** Which visitor of that day, without an address or a cookie; null for who asks not to be tracked. */
    visitor: text(),
    /** ISO 3166 alpha-2. */
    country: text().notNull().default(''),
    device: text().notNull().default(''),
    system: text().notNull().default(''),
    browser: text().notNull().default(''),
  },
  { audit: { none: 'Counted in the report of its owner' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    inClient('short_link_clicks_link', t, t.linkId, shortLinks),
    inClient('short_link_clicks_recipient', t, t.recipientId, shortLinkRecipients),
    index('short_link_clicks_of').on(t.clientId, t.recipientId),
    index('short_link_clicks_recent').on(t.clientId, t.linkId, t.createdAt),
    index('short_link_clicks_day').on(t.clientId, t.createdAt),
    index('short_link_clicks_visitor').on(t.clientId, t.visitor),
  ],
)

/** Clicks of finished days, counted: of each link, and of all links of a module together where `link_id` is null. */
export const shortLinkDays = clientTable(
  'short_link_days',
  {
    module: text().notNull(),
    linkId: uuid(),
    /** In the church's zone, as it was then. */
    day: date().notNull(),
    /** What `key` says: all, country, device, system, browser, or hour (`1-13`: Monday, from 1 PM). */
    facet: text().notNull(),
    key: text().notNull(),
    clicks: integer().notNull(),
    /** First visits of a visitor to a link on that day. */
    visitors: integer().notNull(),
    machines: integer().notNull(),
  },
  { audit: { none: 'Counted from clicks' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    inClient('short_link_days_link', t, t.linkId, shortLinks),
    unique('short_link_days_one').on(t.clientId, t.module, t.linkId, t.day, t.facet, t.key).nullsNotDistinct(),
    index('short_link_days_links').on(t.clientId, t.linkId),
    // Holds all that a ranking of owners reads.
    index('short_link_days_all')
      .on(t.clientId, t.module, t.day, t.linkId, t.clicks, t.visitors, t.machines)
      .where(sql`facet = 'all' and link_id is not null`),
  ],
)

/** Up to when the clicks of an account are counted in `short_link_days`; what came later is counted from the clicks. */
export const shortLinkRollups = clientTable(
  'short_link_rollups',
  { until: instant().notNull() },
  { audit: { none: 'Moves every night' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('short_link_rollups_one').on(t.clientId)],
)

/** What a visitor did that a church hopes for, once for each thing done. */
export const linkGoals = clientTable(
  'link_goals',
  {
    kind: text({ enum: goalKinds }).notNull(),
    /** The form, the appointment type, the card. */
    subjectId: uuid().notNull(),
    /** The submission, the appointment. */
    refId: uuid().notNull(),
    personId: uuid(),
    /** As in `short_link_clicks`; null where nobody came by the web. */
    visitor: text(),
    /** The short link that this visitor followed last; kept when the link is deleted. */
    linkId: uuid(),
  },
  {
    audit: { none: 'What was done stands in its own row' },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('link_goals_one').on(t.clientId, t.kind, t.refId),
    index('link_goals_by_link').on(t.clientId, t.linkId, t.createdAt),
    index('link_goals_by_person').on(t.clientId, t.personId),
  ],
)
