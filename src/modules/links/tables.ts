import { boolean, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'

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
  },
  { audit: { noun: ['a short link', 'short links'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('short_links_code').on(t.code),
    uniqueIndex('short_links_target').on(t.clientId, t.module, t.ownerId, t.target),
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

/** Each visit; what a machine did is marked, and no figure counts it. */
export const shortLinkClicks = clientTable(
  'short_link_clicks',
  {
    linkId: uuid().notNull(),
    /** Null where the address held no code of a recipient. */
    recipientId: uuid(),
    bot: boolean().notNull().default(false),
  },
  {
    audit: { quiet: 'Counted in the report of its owner', noun: ['a click on a short link', 'clicks on short links'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    inClient('short_link_clicks_link', t, t.linkId, shortLinks),
    inClient('short_link_clicks_recipient', t, t.recipientId, shortLinkRecipients),
    index('short_link_clicks_of').on(t.clientId, t.recipientId),
    index('short_link_clicks_recent').on(t.clientId, t.linkId, t.createdAt),
  ],
)
