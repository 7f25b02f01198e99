import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { approvalColumns, campaignColumns, recipientColumns } from '#campaigns/tables.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import type { NewRobocall, RobocallRecipient } from './campaigns/contract.ts'
import type { CallProof } from './rules/proof.ts'
import {
  callPurposes,
  callResults,
  PACE,
  RETRY,
  recipientStates,
  robocallStates,
  scriptCategories,
} from './rules/states.ts'

/** What is said to people and to machines. A script that calls have used is archived, never deleted. */
export const voiceScripts = clientTable(
  'voice_scripts',
  {
    name: text().notNull(),
    category: text({ enum: scriptCategories }).notNull(),
    /** en-US … */
    language: text().notNull().default('en-US'),
    /** As the carrier names it; empty: its usual one of the language. */
    voice: text().notNull().default(''),
    content: text().notNull().default(''),
    /** Left with a machine; empty: what a person hears. */
    voicemail: text().notNull().default(''),
    /** A recording that is played instead of the words, which remain as its transcript. */
    recordingId: uuid(),
    /** Seconds, with values as long as they get. */
    duration: integer().notNull().default(0),
    deletedAt: instant(),
  },
  { audit: { noun: ['a voice script', 'voice scripts'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [index('voice_scripts_list').on(t.clientId, t.category, t.name).where(sql`deleted_at is null`)],
)

/** What a script said before it was changed. */
export const voiceScriptVersions = clientTable(
  'voice_script_versions',
  {
    scriptId: uuid().notNull(),
    content: text().notNull(),
    voicemail: text().notNull(),
    recordingId: uuid(),
    madeBy: uuid(),
  },
  {
    audit: {
      quiet: 'The change of the script itself is listed',
      noun: ['a version of a script', 'versions of scripts'],
    },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('voice_script_versions_of').on(t.clientId, t.scriptId),
    inClient('voice_script_versions_script', t, t.scriptId, voiceScripts),
  ],
)

/** Calls to many: to whom, what is said, when, and how fast. */
export const robocallCampaigns = clientTable(
  'robocall_campaigns',
  {
    name: text().notNull(),
    purpose: text({ enum: callPurposes }).notNull(),
    /** What they opted in to. */
    topic: text().notNull().default(''),
    audience: jsonb().$type<NewRobocall['audience']>().notNull(),
    scriptId: uuid(),
    /** As it was when the campaign started. */
    content: text().notNull().default(''),
    voicemail: text().notNull().default(''),
    language: text().notNull().default('en-US'),
    voice: text().notNull().default(''),
    recordingId: uuid(),
    /** What {event}, {date} and {time} stand for. */
    event: text().notNull().default(''),
    onDate: text().notNull().default(''),
    atTime: text().notNull().default(''),
    /** The number of ours that it leaves from; empty: the default one. */
    callerNumber: text().notNull().default(''),
    /** Where key 2 leads; empty: a callback is noted. */
    connectTo: text().notNull().default(''),
    perMinute: integer().notNull().default(PACE.perMinute),
    atOnce: integer().notNull().default(PACE.atOnce),
    retries: integer().notNull().default(1),
    /** Minutes. */
    retryGap: integer().notNull().default(RETRY.gap),
    /** Millionths of a US dollar; null: no cap. */
    spendingCap: bigint({ mode: 'number' }),
    state: text({ enum: robocallStates }).notNull().default('draft'),
    ...campaignColumns(),
    ...approvalColumns(),
    /** The closure that it belongs to: who was texted isn't called. */
    closureId: uuid(),
    /** Opt-outs that a member had seen when they let it go on. */
    optOutsSeen: integer().notNull().default(0),
    /** Engines of campaigns compare versions; calls have one. */
    split: jsonb().$type<null>(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a call campaign', 'call campaigns'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('robocall_campaigns_newest').on(t.clientId, t.createdAt),
    index('robocall_campaigns_state').on(t.clientId, t.state),
  ],
)

/** Who is called, frozen when it starts: one row for each number, however many share it. */
export const robocallRecipients = clientTable(
  'robocall_recipients',
  {
    ...recipientColumns(),
    /** The first names of all who share the number and were chosen: "Ann and Ben". */
    names: text().notNull().default(''),
    lastName: text().notNull().default(''),
    state: text({ enum: recipientStates }).notNull().default('waiting'),
    /** Why they aren't called, as it was when it started; null: they are to be. */
    skipReason: text().$type<RobocallRecipient['reason']>(),
    /** Not before: the window of their zones, or the time until the next try. */
    dueAt: instant(),
    tries: integer().notNull().default(0),
    /** Of the last try. */
    result: text({ enum: callResults }),
    optedOut: boolean().notNull().default(false),
    /** They pressed 2. */
    connected: boolean().notNull().default(false),
  },
  {
    audit: {
      noun: ['a recipient of a call campaign', 'recipients of call campaigns'],
      people: 'Jobs change these rows at each call',
    },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    inClient('robocall_recipients_campaign', t, t.campaignId, robocallCampaigns),
    uniqueIndex('robocall_recipients_once').on(t.clientId, t.campaignId, t.address),
    index('robocall_recipients_waiting').on(t.clientId, t.campaignId, t.id).where(sql`state = 'waiting'`),
  ],
)

/** People of the audience who have no number of their own in it, and why. */
export const robocallExclusions = clientTable(
  'robocall_exclusions',
  { campaignId: uuid().notNull(), personId: uuid().notNull(), name: text().notNull(), reason: text().notNull() },
  {
    audit: {
      quiet: 'The campaign itself is listed',
      noun: ['a person who is not called', 'people who are not called'],
    },
    export: 'rows',
    merge: { stays: 'What was true when the campaign started' },
    confidential: 'nothing',
  },
  t => [
    inClient('robocall_exclusions_campaign', t, t.campaignId, robocallCampaigns),
    index('robocall_exclusions_of').on(t.clientId, t.campaignId, t.reason),
  ],
)

/** One call, with what proves that it was allowed: written in the transaction that dials, never changed after its end. */
export const robocallAttempts = clientTable(
  'robocall_attempts',
  {
    /** Of the outbox: one message is one call. */
    messageId: uuid().notNull(),
    /** Null for a call of a workflow, and a test. */
    campaignId: uuid(),
    /** A member tried a script on a phone of their own. */
    isTest: boolean().notNull().default(false),
    recipientId: uuid(),
    scriptId: uuid(),
    personId: uuid(),
    number: text().notNull(),
    callerNumber: text().notNull(),
    /** Counted from 1. */
    attempt: integer().notNull().default(1),
    startedAt: instant().notNull(),
    callSid: text(),
    /** The carrier's last word of it, in its own terms. */
    carrierState: text(),
    answeredBy: text(),
    answeredAt: instant(),
    endedAt: instant(),
    result: text({ enum: callResults }),
    /** In the order in which they were pressed. */
    keys: text().notNull().default(''),
    /** Seconds. */
    duration: integer(),
    /** Millionths of a unit; null until the carrier says. */
    price: bigint({ mode: 'number' }),
    currency: text(),
    /** What was said to the person or machine that answered; null: nobody did. */
    said: text(),
    proof: jsonb().$type<CallProof>().notNull(),
  },
  {
    audit: {
      quiet: 'The proof of a call is the row itself',
      noun: ['a recorded call', 'recorded calls'],
      people: 'The carrier changes these rows as a call goes on',
    },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('robocall_attempts_message').on(t.clientId, t.messageId),
    index('robocall_attempts_number').on(t.clientId, t.number, t.startedAt),
    index('robocall_attempts_campaign').on(t.clientId, t.campaignId, t.startedAt),
    index('robocall_attempts_going').on(t.clientId, t.campaignId).where(sql`ended_at is null`),
    index('robocall_attempts_script').on(t.clientId, t.scriptId),
  ],
)
