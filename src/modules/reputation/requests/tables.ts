import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { campaignColumns, recipientColumns } from '#campaigns/tables.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import type { ReviewCampaign } from './contract.ts'
import { channelChoices, type RequestSplit, recipientStates, requestCampaignStates } from './rules/states.ts'
import type { Target } from './rules/targets.ts'

/** Asking many for a review, or one; or a code that hangs on the wall. */
export const reviewRequestCampaigns = clientTable(
  'review_request_campaigns',
  {
    name: text().notNull(),
    channel: text({ enum: channelChoices }).notNull(),
    /** Of emails. */
    subject: text().notNull().default(''),
    content: text().notNull().default(''),
    /** What its readers opted in to. */
    topic: text().notNull(),
    /** Null for a code, which is for nobody in particular. */
    audience: jsonb().$type<ReviewCampaign['audience']>(),
    /** Where a review can be written, as it was when the campaign was made. */
    targets: jsonb().$type<Target[]>().notNull(),
    /** Those who haven't clicked after three days are asked once more. */
    followUp: boolean().notNull().default(false),
    /** One person was asked from their page or by a workflow. */
    isSingle: boolean().notNull().default(false),
    state: text({ enum: requestCampaignStates }).notNull(),
    ...campaignColumns(),
    /** The engine's two versions; requests have one. */
    split: jsonb().$type<RequestSplit>(),
    /** Of a code: what stands in its address, for anyone to read. */
    code: text(),
    opened: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
  },
  {
    audit: { noun: ['a campaign of review requests', 'campaigns of review requests'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('review_request_campaigns_newest').on(t.clientId, t.createdAt),
    uniqueIndex('review_request_campaigns_code').on(t.code).where(sql`code is not null`),
  ],
)

/** One person who is asked, frozen when the campaign starts. */
export const reviewRequests = clientTable(
  'review_requests',
  {
    ...recipientColumns(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    channel: text({ enum: ['sms', 'email'] }).notNull(),
    state: text({ enum: recipientStates }).notNull().default('waiting'),
    /** Why it was not sent. */
    skipReason: text(),
    /** Of the address in the newest message, and in the one before. */
    tokenDigest: text(),
    earlierDigest: text(),
    sentCount: integer().notNull().default(0),
    sentAt: instant(),
    lastSentAt: instant(),
    /** The follow-up was tried, whatever came of it. */
    followedUpAt: instant(),
    clickedAt: instant(),
    /** A member says that they wrote one. */
    reviewedAt: instant(),
    confirmedBy: uuid(),
    reviewId: uuid(),
  },
  {
    audit: { noun: ['a review request', 'review requests'], people: 'Jobs change these rows at each step of sending' },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    inClient('review_requests_campaign', t, t.campaignId, reviewRequestCampaigns),
    uniqueIndex('review_requests_once').on(t.clientId, t.campaignId, t.address),
    uniqueIndex('review_requests_token').on(t.tokenDigest).where(sql`token_digest is not null`),
    index('review_requests_earlier').on(t.earlierDigest).where(sql`earlier_digest is not null`),
    index('review_requests_waiting').on(t.clientId, t.campaignId, t.id).where(sql`state = 'waiting'`),
    index('review_requests_newest').on(t.clientId, t.sentAt.desc(), t.id.desc()),
    index('review_requests_person').on(t.clientId, t.personId),
    index('review_requests_address').on(t.clientId, t.address),
    index('review_requests_open')
      .on(t.clientId, t.lastSentAt)
      .where(sql`state = 'written' and clicked_at is null and followed_up_at is null`),
  ],
)
