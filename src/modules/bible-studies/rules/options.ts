export { type EditionId, editionIds } from '#scripture/rules/editions.ts'
export { type Audience, audienceNames, audiences } from '#sermons/rules/options.ts'

export const studyFormats = ['inductive', 'topical', 'character', 'book'] as const
export type StudyFormat = (typeof studyFormats)[number]
export const formatNames: Record<StudyFormat, string> = {
  inductive: 'Inductive',
  topical: 'Topical',
  character: 'Character',
  book: 'Book',
}

export const difficulties = ['beginner', 'intermediate', 'advanced'] as const
export type Difficulty = (typeof difficulties)[number]
export const difficultyNames: Record<Difficulty, string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
}
/** How many questions a short and a long study of each difficulty ask. */
export const questionsOf: Record<Difficulty, [least: number, most: number]> = {
  beginner: [6, 8],
  intermediate: [10, 12],
  advanced: [14, 16],
}

/** Minutes. */
export const DURATION = { least: 15, most: 120, step: 15, usual: 60 } as const
export const durations = Array.from(
  { length: (DURATION.most - DURATION.least) / DURATION.step + 1 },
  (_, i) => DURATION.least + i * DURATION.step,
)

export const studyStatuses = ['draft', 'ready', 'archived'] as const
export type StudyStatus = (typeof studyStatuses)[number]
export const statusNames: Record<StudyStatus, string> = { draft: 'Draft', ready: 'Ready', archived: 'Archived' }

/** What a generation goes through; null: none is running. */
export const stages = ['queued', 'reading', 'references', 'writing', 'checking'] as const
export type Stage = (typeof stages)[number]
export const stageNames: Record<Stage, string> = {
  queued: 'Waiting to start',
  reading: 'Reading the passage',
  references: 'Finding cross-references',
  writing: 'Writing questions',
  checking: 'Checking quotations',
}
/** The most studies that one passage is divided into. */
export const MOST_WEEKS = 8
