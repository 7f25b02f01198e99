import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { sermons } from '#sermons/tables.ts'
import type { StudyDocument } from './rules/document.ts'
import { audiences, difficulties, editionIds, stages, studyFormats, studyStatuses } from './rules/options.ts'

export const bibleStudies = clientTable(
  'bible_studies',
  {
    title: text().notNull(),
    /** As it was entered: `Rom 8:28-39; Ps 23`. */
    scripture: text().notNull(),
    targetAudience: text({ enum: audiences }).notNull().default('general'),
    difficulty: text({ enum: difficulties }).notNull().default('intermediate'),
    /** Minutes. */
    duration: integer().notNull().default(60),
    studyFormat: text({ enum: studyFormats }).notNull().default('inductive'),
    includeQuestions: boolean().notNull().default(true),
    includeResources: boolean().notNull().default(true),
    additionalNotes: text().notNull().default(''),
    edition: text({ enum: editionIds }).notNull().default('web'),
    tags: text().array().notNull().default(sql`'{}'`),
    /** Studies of one series have its name; `week` counts them from 1. */
    series: text().notNull().default(''),
    week: integer(),
    /** null until the first generation is done. */
    document: jsonb().$type<StudyDocument>(),
    /** What it was before it was generated again. */
    previous: jsonb().$type<StudyDocument>(),
    status: text({ enum: studyStatuses }).notNull().default('draft'),
    /** The sermon that it goes with, and a digest of what that said when the study was written. */
    sermonId: uuid(),
    sermonDigest: text(),
    /** When it was last led in a group. */
    ledOn: date({ mode: 'string' }),
    /** What is going on; null: nothing. */
    stage: text({ enum: stages }),
    /** Counts generations: a canceled one that comes late is let go. */
    generation: integer().notNull().default(0),
    /** Why the last generation failed. */
    problem: text().notNull().default(''),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a Bible study', 'Bible studies'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('bible_studies_new').on(t.clientId, t.createdAt).where(sql`deleted_at is null`),
    index('bible_studies_of_sermon').on(t.clientId, t.sermonId).where(sql`sermon_id is not null`),
    inClient('bible_studies_sermon', t, t.sermonId, sermons, 'restrict'),
  ],
)

const ofStudy = {
  audit: { quiet: 'The change of the study is listed' },
  export: 'rows',
  merge: 'nobody',
  confidential: 'nothing',
} as const

/** Which verses a study is about. */
export const studyPassages = clientTable(
  'study_passages',
  { studyId: uuid().notNull(), fromVerse: integer().notNull(), toVerse: integer().notNull() },
  ofStudy,
  t => [
    index('study_passages_verses').on(t.clientId, t.fromVerse),
    index('study_passages_of').on(t.clientId, t.studyId),
    inClient('study_passages_study', t, t.studyId, bibleStudies),
  ],
)

/** A meeting in which a study is led, with participants on their phones. */
export const studySessions = clientTable(
  'study_sessions',
  {
    studyId: uuid().notNull(),
    /** In the address that participants open; a new one for each session. */
    code: text().notNull(),
    /** As it was when the session began: later changes don't disturb it. */
    document: jsonb().$type<StudyDocument>().notNull(),
    title: text().notNull(),
    /** The question that everyone sees, counted over all parts from 0; -1: the passage. */
    position: integer().notNull().default(-1),
    endedAt: instant(),
    createdBy: uuid(),
  },
  { audit: { noun: ['a study session', 'study sessions'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('study_sessions_code').on(t.code),
    index('study_sessions_of').on(t.clientId, t.studyId),
    inClient('study_sessions_study', t, t.studyId, bibleStudies),
  ],
)

/** Someone who joined on a phone, by a first name of their choice. */
export const studyParticipants = clientTable(
  'study_participants',
  {
    sessionId: uuid().notNull(),
    /** SHA-256 of what the phone keeps in a cookie. */
    keyHash: text().notNull(),
    name: text().notNull(),
  },
  { audit: { quiet: 'Participants are not listed' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('study_participants_key').on(t.clientId, t.sessionId, t.keyHash),
    inClient('study_participants_session', t, t.sessionId, studySessions),
  ],
)

/** What a participant answered. Unless it was shared, nobody but that phone is shown the words. */
export const studyAnswers = clientTable(
  'study_answers',
  {
    sessionId: uuid().notNull(),
    participantId: uuid().notNull(),
    questionId: text().notNull(),
    text: text().notNull(),
    isShared: boolean().notNull().default(false),
  },
  {
    audit: { quiet: 'Answers are private' },
    export: { none: 'Private answers of participants, deleted after 30 days' },
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('study_answers_one').on(t.clientId, t.participantId, t.questionId),
    index('study_answers_session').on(t.clientId, t.sessionId, t.questionId),
    inClient('study_answers_session', t, t.sessionId, studySessions),
    inClient('study_answers_participant', t, t.participantId, studyParticipants),
  ],
)
