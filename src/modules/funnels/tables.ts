import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { funnelStates, testStates } from './rules/states.ts'
import type { Step } from './rules/steps.ts'

/** Steps in order, each with its pages and its goal: /c/{church}/go/{slug}. */
export const funnels = clientTable(
  'funnels',
  {
    name: text().notNull(),
    description: text().notNull().default(''),
    template: text().notNull().default(''),
    slug: text().notNull(),
    /** Under which it was published before: what was printed goes on working. */
    formerSlugs: jsonb().$type<string[]>().notNull().default([]),
    state: text({ enum: funnelStates }).notNull().default('draft'),
    /** As it is being edited. */
    draft: jsonb().$type<Step[]>().notNull().default([]),
    /** What visitors see and what is counted; empty until it is published. */
    live: jsonb().$type<Step[]>().notNull().default([]),
    /** The draft says what visitors see. */
    isFresh: boolean().notNull().default(false),
    /** Search engines are asked to leave it out. */
    isHidden: boolean().notNull().default(false),
    /** Where visitors of an archived funnel are sent; empty: they read that it has ended. */
    redirect: text().notNull().default(''),
    /** When a member last looked at these steps as a phone shows them. */
    mobileSeenAt: instant(),
    publishedAt: instant(),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a funnel', 'funnels'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('funnels_slug').on(t.clientId, t.slug).where(sql`deleted_at is null`)],
)

/** Where someone came from; empty where nothing was said. */
const touch = () => ({
  source: text().notNull().default(''),
  medium: text().notNull().default(''),
  campaign: text().notNull().default(''),
  link: text().notNull().default(''),
})

/** One visitor of one step on one day; `visitor` is a hash that is salted anew each day. */
export const funnelVisits = clientTable(
  'funnel_visits',
  {
    funnelId: uuid().notNull(),
    stepId: uuid().notNull(),
    variantId: uuid().notNull(),
    /** The church's. */
    day: date().notNull(),
    visitor: text().notNull(),
    views: integer().notNull().default(1),
    lastAt: instant().notNull(),
    ...touch(),
  },
  {
    audit: { none: 'Counters of the public page' },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('funnel_visits_once').on(t.clientId, t.stepId, t.day, t.visitor),
    index('funnel_visits_visitor').on(t.clientId, t.visitor, t.funnelId),
    index('funnel_visits_funnel').on(t.clientId, t.funnelId, t.day),
    inClient('funnel_visits_of', t, t.funnelId, funnels),
  ],
)

/** A goal that a visitor reached, once for each step. */
export const funnelConversions = clientTable(
  'funnel_conversions',
  {
    funnelId: uuid().notNull(),
    stepId: uuid().notNull(),
    variantId: uuid().notNull(),
    day: date().notNull(),
    visitor: text().notNull(),
    /** Kind and subject: `form {id}`. */
    goal: text().notNull(),
    /** Of the submission, the appointment, the check-in; empty for a view. */
    refId: text().notNull().default(''),
    personId: uuid(),
    reachedAt: instant().notNull(),
    /** When it was told last: what was seen too early at first may be seen again in order. */
    lastAt: instant().notNull(),
    /** They had reached the goal of the step before. */
    isInOrder: boolean().notNull(),
    /** The first of the goals that the funnel is for. */
    isFirst: boolean().notNull(),
    ...touch(),
  },
  {
    audit: { quiet: 'Counted in the report of its funnel', people: 'Jobs write these rows as goals are reached' },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('funnel_conversions_once').on(t.clientId, t.funnelId, t.stepId, t.visitor, t.goal),
    index('funnel_conversions_ref').on(t.clientId, t.refId),
    index('funnel_conversions_person').on(t.clientId, t.personId),
    inClient('funnel_conversions_of', t, t.funnelId, funnels),
  ],
)

/** What the report reads: sums by day, step, page and source. */
export const funnelDays = clientTable(
  'funnel_days',
  {
    funnelId: uuid().notNull(),
    stepId: uuid().notNull(),
    variantId: uuid().notNull(),
    day: date().notNull(),
    ...touch(),
    views: integer().notNull().default(0),
    visitors: integer().notNull().default(0),
    /** Whose first step of the funnel on that day it was. */
    entrants: integer().notNull().default(0),
    conversions: integer().notNull().default(0),
    inOrder: integer().notNull().default(0),
    /** Visitors who reached what the funnel is for, each once. */
    converted: integer().notNull().default(0),
  },
  { audit: { none: 'Sums of other rows' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('funnel_days_once').on(
      t.clientId,
      t.funnelId,
      t.day,
      t.stepId,
      t.variantId,
      ...([t.source, t.medium, t.campaign, t.link] as const),
    ),
    inClient('funnel_days_of', t, t.funnelId, funnels),
  ],
)

/** An A/B test of the pages of a step. */
export const funnelTests = clientTable(
  'funnel_tests',
  {
    funnelId: uuid().notNull(),
    stepId: uuid().notNull(),
    /** Its pages when it began: with others a new test begins. */
    variantIds: jsonb().$type<string[]>().notNull(),
    startedAt: instant().notNull(),
    /** The one time at which it decides by itself. */
    decideAt: instant().notNull(),
    isAutomatic: boolean().notNull(),
    state: text({ enum: testStates }).notNull().default('running'),
    winnerId: uuid(),
    decidedAt: instant(),
    /** Null: by the figures. */
    decidedBy: uuid(),
  },
  { audit: { noun: ['an A/B test', 'A/B tests'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('funnel_tests_step').on(t.clientId, t.funnelId, t.stepId),
    index('funnel_tests_due').on(t.decideAt).where(sql`state = 'running' and is_automatic`),
    inClient('funnel_tests_of', t, t.funnelId, funnels),
  ],
)
