import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { templateKeys } from './rules/design.ts'

/** A digital business card: what stands on it, and its page at /card/{slug}. */
export const businessCards = clientTable(
  'business_cards',
  {
    /** The member whose card it is; null: the church's own. */
    userId: uuid(),
    /** Its address now; business_card_slugs has every one. */
    slug: text().notNull().default(''),
    template: text({ enum: templateKeys }).notNull(),
    /** #rrggbb */
    backgroundColor: text().notNull(),
    textColor: text().notNull(),
    accentColor: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    title: text().notNull().default(''),
    organization: text().notNull().default(''),
    /** As people write it. */
    phone: text().notNull().default(''),
    email: text().notNull().default(''),
    website: text().notNull().default(''),
    /** The church's logo is on it. */
    hasLogo: boolean().notNull().default(true),
    /** Its page offers directions to the church. */
    hasDirections: boolean().notNull().default(true),
    /** The appointment type that its page offers. */
    bookTypeId: uuid(),
    /** Since when its member has left; its page says whom to contact. */
    leftAt: instant(),
    /** The card of their successor. */
    successorId: uuid(),
    /** Whom to contact in their place, where nobody has a card for it. */
    instead: jsonb().$type<{ name: string; phone: string; email: string }>(),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a business card', 'business cards'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('business_cards_member').on(t.clientId, t.userId).where(sql`user_id is not null`),
    index('business_cards_gone').on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/** Every address that a card has or had: printed once, it leads there for good. */
export const businessCardSlugs = clientTable(
  'business_card_slugs',
  { slug: text().notNull(), cardId: uuid().notNull() },
  {
    audit: { noun: ['an address of a business card', 'addresses of business cards'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('business_card_slugs_slug').on(t.slug),
    index('business_card_slugs_card').on(t.clientId, t.cardId),
    inClient('business_card_slugs_card_fk', t, t.cardId, businessCards),
  ],
)

/** Contacts saved by visitors, once a day for each, and files that members downloaded. Who asks not to be tracked is nobody. */
export const businessCardTakes = clientTable(
  'business_card_takes',
  { cardId: uuid().notNull(), kind: text({ enum: ['save', 'download'] }).notNull(), visitor: text() },
  {
    audit: { none: 'Counted by visitors, without anyone in it' },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('business_card_takes_once').on(t.clientId, t.cardId, t.visitor).where(sql`visitor is not null`),
    index('business_card_takes_card').on(t.clientId, t.cardId),
    inClient('business_card_takes_card_fk', t, t.cardId, businessCards),
  ],
)

/** What a visitor sent by “Share yours back”. */
export const businessCardExchanges = clientTable(
  'business_card_exchanges',
  {
    cardId: uuid().notNull(),
    /** Made with the page: sent twice, it is one. */
    key: text().notNull(),
    /** Null while it looks like a program's, which makes nobody. */
    personId: uuid(),
    name: text().notNull(),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    note: text().notNull().default(''),
    /** Signs of a program; empty for most. */
    signs: text().array().notNull().default([]),
  },
  {
    audit: { noun: ['a shared contact', 'shared contacts'] },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('business_card_exchanges_key').on(t.clientId, t.cardId, t.key),
    index('business_card_exchanges_person').on(t.clientId, t.personId),
    inClient('business_card_exchanges_card', t, t.cardId, businessCards),
  ],
)
