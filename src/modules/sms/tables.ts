import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { approvalColumns, campaignColumns, recipientColumns } from '#campaigns/tables.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import type { SmsCampaign, SmsRecipient } from './campaigns/contract.ts'
import type { Poll } from './rules/poll.ts'
import { steps } from './rules/registration.ts'
import { type SeriesRule, seriesStates } from './rules/series.ts'
import type { Side, Split } from './rules/split.ts'
import { approvals, campaignStates, recipientStates, sendModes, TYPED_ABOVE } from './rules/states.ts'
import { SUNDAY } from './rules/sunday.ts'

/** A text to many: to whom, when, and what became of it. */
export const smsCampaigns = clientTable(
  'sms_campaigns',
  {
    name: text().notNull(),
    body: text().notNull(),
    /** What its readers opted in to. */
    topic: text().notNull(),
    audience: jsonb().$type<SmsCampaign['audience']>().notNull(),
    state: text({ enum: campaignStates }).notNull(),
    mode: text({ enum: sendModes }).notNull(),
    ...campaignColumns(),
    ...approvalColumns(),
    /** Nothing is sent before: until then it can be undone whole. */
    opensAt: instant(),
    /** Two versions, until they are held against each other. */
    split: jsonb().$type<Split>(),
    sides: jsonb().$type<Side[]>(),
    /** A question with answers to choose from. */
    poll: jsonb().$type<Poll>(),
    pollEndsAt: instant(),
    /** The member whom answers are given to. */
    answersTo: uuid(),
    /** The repeated text that it is a run of, and for which day. */
    /** Why it can't wait for the morning; empty: it can. */
    urgentReason: text().notNull().default(''),
    seriesId: uuid(),
    runOn: date({ mode: 'string' }),
  },
  { audit: { noun: ['a text campaign', 'text campaigns'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('sms_campaigns_newest').on(t.clientId, t.createdAt),
    index('sms_campaigns_going').on(t.clientId).where(sql`state = 'sending'`),
    index('sms_campaigns_state').on(t.clientId, t.state),
    uniqueIndex('sms_campaigns_run').on(t.clientId, t.seriesId, t.runOn).where(sql`series_id is not null`),
  ],
)

/** A text that is sent repeatedly; each run is a campaign of its own. */
export const smsSeries = clientTable(
  'sms_series',
  {
    name: text().notNull(),
    body: text().notNull(),
    topic: text().notNull(),
    audience: jsonb().$type<SmsCampaign['audience']>().notNull(),
    split: jsonb().$type<Split>(),
    poll: jsonb().$type<Poll>(),
    answersTo: uuid(),
    rule: jsonb().$type<SeriesRule>().notNull(),
    /** `10:30` by the church's clock. */
    time: text().notNull(),
    startsOn: date({ mode: 'string' }).notNull(),
    /** The last day on which it may be sent. */
    endsOn: date({ mode: 'string' }),
    /** So many runs at most. */
    mostRuns: integer(),
    runs: integer().notNull().default(0),
    state: text({ enum: seriesStates }).notNull().default('active'),
    nextOn: date({ mode: 'string' }),
    nextAt: instant(),
    madeBy: uuid(),
  },
  {
    audit: { noun: ['a repeating text', 'repeating texts'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [index('sms_series_list').on(t.clientId, t.state, t.nextAt)],
)

/** Who gets a campaign, frozen when it starts: one row for each number. */
export const smsRecipients = clientTable(
  'sms_recipients',
  {
    ...recipientColumns(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    state: text({ enum: recipientStates }).notNull().default('waiting'),
    /** Why the audience leaves them out, as it was when it was frozen; null: they are to get it. */
    skipReason: text().$type<SmsRecipient['reason']>(),
    segments: integer().notNull().default(0),
    /** Millionths of a US dollar, at list prices. */
    cost: bigint({ mode: 'number' }).notNull().default(0),
    writtenAt: instant(),
  },
  {
    audit: {
      noun: ['a recipient of a text campaign', 'recipients of text campaigns'],
      people: 'Jobs change these rows at each step of sending',
    },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    inClient('sms_recipients_campaign', t, t.campaignId, smsCampaigns),
    uniqueIndex('sms_recipients_once').on(t.clientId, t.campaignId, t.address),
    index('sms_recipients_waiting').on(t.clientId, t.campaignId, t.id).where(sql`state = 'waiting'`),
    index('sms_recipients_spent').on(t.clientId, t.writtenAt).where(sql`cost > 0`),
  ],
)

/** What a number answered to a poll: the last one counts. */
export const smsVotes = clientTable(
  'sms_votes',
  {
    campaignId: uuid().notNull(),
    number: text().notNull(),
    /** Counted from 0. */
    option: integer().notNull(),
    messageId: uuid().notNull(),
    votedAt: instant().notNull(),
  },
  {
    audit: { noun: ['a vote in a text poll', 'votes in text polls'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    inClient('sms_votes_campaign', t, t.campaignId, smsCampaigns),
    uniqueIndex('sms_votes_once').on(t.clientId, t.campaignId, t.number),
    index('sms_votes_message').on(t.clientId, t.messageId),
  ],
)

export const smsTemplates = clientTable(
  'sms_templates',
  {
    name: text().notNull(),
    category: text().notNull(),
    body: text().notNull(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a text template', 'text templates'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [index('sms_templates_list').on(t.clientId, t.category, t.name).where(sql`deleted_at is null`)],
)

/** A word that someone texts to us, and what it does. */
export const smsKeywords = clientTable(
  'sms_keywords',
  {
    /** Upper case, letters and digits alone. */
    word: text().notNull(),
    /** What is answered, once. */
    reply: text().notNull().default(''),
    /** The consent that the word records; empty: it only answers. */
    topic: text().notNull().default(''),
    groupId: uuid(),
    tagId: uuid(),
    /** The member whom texts with that word are given to. */
    answersTo: uuid(),
    /** Someone who texts it also agrees to urgent messages at any hour: its group is a prayer chain. */
    urgent: boolean().notNull().default(false),
    active: boolean().notNull().default(true),
    uses: integer().notNull().default(0),
    deletedAt: instant(),
  },
  { audit: { noun: ['a keyword', 'keywords'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('sms_keywords_word').on(t.clientId, t.word).where(sql`deleted_at is null`)],
)

/** Each text that used a keyword: the same one counts once. */
export const smsKeywordUses = clientTable(
  'sms_keyword_uses',
  { keywordId: uuid().notNull(), messageId: uuid().notNull(), number: text().notNull() },
  {
    audit: { noun: ['a use of a keyword', 'uses of keywords'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    inClient('sms_keyword_uses_keyword', t, t.keywordId, smsKeywords),
    index('sms_keyword_uses_of').on(t.clientId, t.keywordId),
    uniqueIndex('sms_keyword_uses_once').on(t.clientId, t.messageId),
  ],
)

/** How far the registration with the phone companies is, before it is theirs to answer. */
export const smsRegistrations = clientTable(
  'sms_registrations',
  {
    legalName: text().notNull().default(''),
    /** Of the tax office: 12-3456789. */
    ein: text().notNull().default(''),
    website: text().notNull().default(''),
    privacyUrl: text().notNull().default(''),
    done: text({ enum: steps }).array().notNull().default([]),
  },
  {
    audit: { noun: ['the texting registration', 'texting registrations'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('sms_registrations_one').on(t.clientId)],
)

export const smsSettings = clientTable(
  'sms_settings',
  {
    /** US cents that campaigns may cost in a month; null: no cap. */
    monthlyCap: bigint({ mode: 'number' }),
    /** Texts of more than 160 units. */
    longTexts: boolean().notNull().default(false),
    /** What a text to more than `approvalAbove` people needs. */
    approval: text({ enum: approvals }).notNull().default('count'),
    approvalAbove: integer().notNull().default(TYPED_ABOVE),
    /** Whether campaigns keep clear of the hours in which the church is at worship. */
    sundayGuard: boolean().notNull().default(true),
    sundayFrom: integer().notNull().default(SUNDAY.from),
    sundayUntil: integer().notNull().default(SUNDAY.until),
  },
  {
    audit: { noun: ['the texting settings', 'texting settings'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('sms_settings_one').on(t.clientId)],
)

/** What texts of other modules than campaigns cost, by month of the church's calendar: the cap counts them too. */
export const smsMonthlyCosts = clientTable(
  'sms_monthly_costs',
  {
    /** Its first day. */
    month: date().notNull(),
    /** Millionths of a US dollar, at list prices. */
    cost: bigint({ mode: 'number' }).notNull(),
  },
  {
    audit: { quiet: 'Follows each text that is sent' },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('sms_monthly_costs_one').on(t.clientId, t.month)],
)
