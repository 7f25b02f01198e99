import { text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#kernel/tables.ts'
import { arms } from './rules/arms.ts'

/** What the engine writes in a campaign, called the same in the table of every channel; `state` and what is sent are the channel's. */
export const campaignColumns = () => ({
  /** When it starts; by the earliest of the recipients' clocks where each has their own. */
  scheduledFor: instant(),
  /** `2026-12-24T17:00` by the clock of each recipient; null: the same moment for all. */
  localTime: text(),
  startedAt: instant(),
  finishedAt: instant(),
  madeBy: uuid(),
  /** Why it came to nothing, or is paused. */
  problem: text(),
  /** When the two versions of an A/B test were compared. */
  splitDecidedAt: instant(),
  /** What was found then; null while it isn't known, or where there were too few to tell. */
  winner: text({ enum: arms }),
})

/** Of channels whose campaigns a second person approves. */
export const approvalColumns = () => ({
  approvalRequestedBy: uuid(),
  approvalRequestedAt: instant(),
  /** The second person; gone as soon as the campaign is changed. */
  reviewedBy: uuid(),
  reviewedAt: instant(),
  reviewNote: text().notNull().default(''),
})

/** One recipient, frozen when the campaign starts. */
export const recipientColumns = () => ({
  campaignId: uuid().notNull(),
  /** Email address in lower case, or number in E.164. */
  address: text().notNull(),
  /** Null for someone who is no person of the account, such as a reader of a newsletter. */
  personId: uuid(),
  name: text().notNull().default(''),
  /** Its row in the outbox, sent or skipped. */
  messageId: uuid(),
  /** Which version of an A/B test; null: one alone, or not known yet. */
  arm: text({ enum: arms }),
})
