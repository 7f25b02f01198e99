import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { courses } from '#courses/tables.ts'
import { files } from '#files/tables.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { audienceKinds, offerKinds } from './rules/offers.ts'
import { siteStates } from './rules/states.ts'

export const membershipSites = clientTable(
  'membership_sites',
  {
    name: text().notNull(),
    /** Of its address: /m/{church}/{slug}. */
    slug: text().notNull(),
    description: text().notNull().default(''),
    pictureId: uuid(),
    state: text({ enum: siteStates }).notNull().default('draft'),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['a membership site', 'membership sites'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('membership_sites_slug').on(t.clientId, t.slug),
    index('membership_sites_picture').on(t.clientId, t.pictureId),
    inClient('membership_sites_picture_fk', t, t.pictureId, files, 'restrict'),
  ],
)

export const siteCourses = clientTable(
  'membership_site_courses',
  { siteId: uuid().notNull(), courseId: uuid().notNull(), position: integer().notNull() },
  { audit: { quiet: 'The change of the site is listed' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('membership_site_courses_once').on(t.clientId, t.siteId, t.courseId),
    index('membership_site_courses_course').on(t.clientId, t.courseId),
    inClient('membership_site_courses_site', t, t.siteId, membershipSites),
    inClient('membership_site_courses_course_fk', t, t.courseId, courses),
  ],
)

export const membershipOffers = clientTable(
  'membership_offers',
  {
    siteId: uuid().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    kind: text({ enum: offerKinds }).notNull(),
    /** Minor units: the price, or what is suggested. */
    amount: bigint({ mode: 'number' }).notNull().default(0),
    currency: text().notNull(),
    interval: text({ enum: ['week', 'month', 'quarter', 'year'] }),
    /** Of a payment plan. */
    times: integer(),
    /** The plan of payments that sells it. */
    planId: uuid(),
    /** As it is compared: see plainCode. */
    code: text().notNull().default(''),
    audience: text({ enum: audienceKinds }),
    audienceId: uuid(),
    /** Days of access; null: for good, or as long as it is paid. */
    accessDays: integer(),
    /** Empty: every course of the site. */
    courseIds: uuid().array().notNull().default(sql`'{}'`),
    isOn: boolean().notNull().default(true),
    position: integer().notNull().default(0),
  },
  { audit: { noun: ['an offer', 'offers'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('membership_offers_site').on(t.clientId, t.siteId, t.position),
    inClient('membership_offers_site_fk', t, t.siteId, membershipSites),
  ],
)

/** Someone who buys an offer, before anyone is asked for money. */
export const membershipOrders = clientTable(
  'membership_orders',
  {
    offerId: uuid().notNull(),
    siteId: uuid().notNull(),
    /** Who learns. */
    personId: uuid().notNull(),
    /** Who pays: a parent for a child. */
    payerId: uuid().notNull(),
    /** Made by the page: sent twice, it is one. */
    key: uuid().notNull(),
    state: text({ enum: ['pending', 'paid', 'past_due', 'ended'] })
      .notNull()
      .default('pending'),
    /** Minor units that were captured, without what went back. */
    paid: bigint({ mode: 'number' }).notNull().default(0),
    currency: text().notNull(),
  },
  { audit: { noun: ['an order', 'orders'] }, export: 'rows', merge: 'moves', confidential: 'nothing' },
  t => [
    uniqueIndex('membership_orders_key').on(t.clientId, t.key),
    index('membership_orders_offer').on(t.clientId, t.offerId),
    index('membership_orders_site').on(t.clientId, t.siteId),
    index('membership_orders_person').on(t.clientId, t.personId),
    index('membership_orders_payer').on(t.clientId, t.payerId),
    inClient('membership_orders_offer_fk', t, t.offerId, membershipOffers, 'restrict'),
    inClient('membership_orders_site_fk', t, t.siteId, membershipSites, 'restrict'),
    inClient('membership_orders_person_fk', t, t.personId, people),
    inClient('membership_orders_payer_fk', t, t.payerId, people),
  ],
)
