import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { files } from '#files/tables.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import type { MenuKey } from './rules/ivr.ts'
import { callStates, eventRoutes, recordingStates, stages, vias } from './rules/states.ts'

/** Every call to and from the account's numbers; its state comes from the carrier alone. */
export const calls = clientTable(
  'calls',
  {
    direction: text({ enum: ['in', 'out'] }).notNull(),
    /** The number of ours, and the other side's; E.164. */
    ours: text().notNull(),
    theirs: text().notNull(),
    /** The phone of ours that rings first, or that it was passed on to. */
    ourPhone: text().notNull().default(''),
    /** Whose call it is, on our side. */
    userId: uuid(),
    /** Who has that number, where it is one person alone. */
    personId: uuid(),
    state: text({ enum: callStates }).notNull().default('queued'),
    /** Which phone it is about at present. */
    stage: text({ enum: stages }).notNull().default('agent'),
    /** Our side: a phone, or the browser. */
    via: text({ enum: vias }).notNull().default('phone'),
    provider: text().notNull().default('sandbox'),
    /** CA…; null until the carrier has said it. */
    sid: text(),
    /** When the other side picked up. */
    answeredAt: instant(),
    endedAt: instant(),
    /** Seconds. */
    duration: integer(),
    /** Millionths of a unit; null until the carrier says. */
    price: bigint({ mode: 'number' }),
    currency: text(),
    problem: text(),
    /** Nobody of us answered. */
    missed: boolean().notNull().default(false),
    recorded: boolean().notNull().default(false),
    /** Why someone who must not be called was called. */
    overrideReason: text(),
    heardAt: instant(),
  },
  { audit: { noun: ['a call', 'calls'] }, export: 'rows', merge: 'moves', confidential: 'nothing' },
  t => [
    index('calls_newest').on(t.clientId, t.createdAt, t.id),
    uniqueIndex('calls_sid').on(t.clientId, t.sid),
    index('calls_going').on(t.clientId, t.state).where(sql`ended_at is null`),
  ],
)

/** What was recorded; the sound is a file of ours, fetched from the carrier. */
export const callRecordings = clientTable(
  'call_recordings',
  {
    callId: uuid().notNull(),
    /** RE… */
    sid: text().notNull(),
    kind: text({ enum: ['call', 'voicemail'] }).notNull(),
    state: text({ enum: recordingStates }).notNull().default('waiting'),
    /** Seconds. */
    duration: integer().notNull().default(0),
    fileId: uuid(),
    /** What a machine understood of it; null where it wrote nothing. */
    transcript: text(),
    /** TR…, to have it deleted at the carrier too. */
    transcriptSid: text(),
  },
  {
    audit: { noun: ['a call recording', 'call recordings'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('call_recordings_sid').on(t.clientId, t.sid),
    index('call_recordings_call').on(t.clientId, t.callId),
    inClient('call_recordings_of', t, t.callId, calls),
    inClient('call_recordings_file', t, t.fileId, files),
    index('call_recordings_of_file').on(t.clientId, t.fileId),
  ],
)

/** Who listened to what, and when. */
export const recordingPlays = clientTable(
  'recording_plays',
  { recordingId: uuid().notNull(), userId: uuid().notNull() },
  {
    audit: {
      quiet: 'A trace of listening is no change',
      noun: ['a playback of a recording', 'playbacks of recordings'],
    },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    index('recording_plays_of').on(t.clientId, t.recordingId),
    inClient('recording_plays_recording', t, t.recordingId, callRecordings),
  ],
)

/** Every proven notice of a provider as it came, once; what it means is done by a job, and can be done again. */
export const inboundEvents = clientTable(
  'inbound_events',
  {
    provider: text().notNull(),
    /** Made of what it says, so that a copy is known. */
    eventId: text().notNull(),
    route: text({ enum: eventRoutes }).notNull(),
    /** What stood behind the address, and what was posted. */
    query: jsonb().$type<Record<string, string>>().notNull().default({}),
    payload: jsonb().$type<Record<string, string>>().notNull(),
    processedAt: instant(),
    error: text(),
    attempts: integer().notNull().default(0),
    /** The same again: how often it came. */
    copies: integer().notNull().default(0),
  },
  {
    audit: { noun: ['a webhook event', 'webhook events'], people: 'Providers send several for each message' },
    export: { owner: 'Holds the text of every message that came in' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('inbound_events_once').on(t.clientId, t.provider, t.eventId),
    index('inbound_events_newest').on(t.clientId, t.createdAt, t.id),
    index('inbound_events_failed').on(t.clientId, t.attempts).where(sql`processed_at is null`),
  ],
)

/** The phone of each member that rings first when they call someone. */
export const ownPhones = clientTable(
  'own_phones',
  { userId: uuid().notNull(), number: text().notNull() },
  {
    audit: { noun: ['a member’s own phone', 'members’ own phones'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('own_phones_one').on(t.clientId, t.userId)],
)

/** What callers hear and may press; where a key leads stands in it. */
export const voiceMenus = clientTable(
  'voice_menus',
  {
    name: text().notNull(),
    greeting: text().notNull(),
    /** In which language it is said: en-US … */
    language: text().notNull().default('en-US'),
    keys: jsonb().$type<MenuKey[]>().notNull().default([]),
    /** After nothing or a wrong key twice: to this phone, or to voicemail where it is null. */
    otherwiseTo: text(),
  },
  { audit: { noun: ['a phone menu', 'phone menus'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
)

/** What happened on the way of a call through menus, step by step. */
export const callSteps = clientTable(
  'call_steps',
  { callId: uuid().notNull(), turn: integer().notNull(), what: text().notNull() },
  {
    audit: { quiet: 'The call itself is listed', noun: ['a step of a call', 'steps of calls'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [uniqueIndex('call_steps_once').on(t.clientId, t.callId, t.turn), inClient('call_steps_of', t, t.callId, calls)],
)

/** Members whose browser rings at present. */
export const browsersHere = clientTable(
  'browsers_here',
  { userId: uuid().notNull(), seenAt: instant().notNull() },
  { audit: { none: 'Changes every few seconds' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('browsers_here_one').on(t.clientId, t.userId)],
)
