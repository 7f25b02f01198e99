import { z } from 'zod'
import { dayOrNone } from '#clients/rules/dates.ts'
import { Id, line, prose } from '#kernel/contract.ts'
import { Doc, emptyDoc, isBlank, plainText, readingMinutes } from './document.ts'
import { emptyQuiz, Quiz } from './quiz.ts'

export const lessonKinds = ['video', 'text', 'file', 'audio', 'quiz', 'assignment', 'live', 'form'] as const
export type LessonKind = (typeof lessonKinds)[number]
export const lessonNames: Record<LessonKind, string> = {
  video: 'Video',
  text: 'Text',
  file: 'File',
  audio: 'Audio',
  quiz: 'Quiz',
  assignment: 'Assignment',
  live: 'Live session',
  form: 'Form',
}

export const dripRules = ['open', 'sequential', 'days', 'date'] as const
export type DripRule = (typeof dripRules)[number]
export const dripNames: Record<DripRule, string> = {
  open: 'At once',
  sequential: 'After the lesson before it',
  days: 'Days after the start',
  date: 'On a date',
}
export const Drip = z.object({
  rule: z.enum(dripRules),
  /** Of `days`: counted from the start of the learner's cohort, else from their first enrollment. */
  days: z.number('Please enter a number').int().min(0).max(1_000, 'At most 1,000'),
  /** Of `date`: a day of the church's calendar, like 2026-11-25. */
  date: dayOrNone('Please choose a date'),
})
export type Drip = z.infer<typeof Drip>
export const openDrip = (): Drip => ({ rule: 'open', days: 0, date: '' })

export const answerKinds = ['text', 'file', 'both'] as const
export const FileRef = z.object({ id: Id, name: line(200), size: z.number().int().nonnegative() })
export type FileRef = z.infer<typeof FileRef>

export const Lesson = z.object({
  /** Made by the editor, and never another's: progress hangs on it. */
  id: Id,
  kind: z.enum(lessonKinds),
  title: line(200),
  /** Counts for completion. */
  isRequired: z.boolean(),
  /** Minutes, where the church says so; otherwise as long as the video or the text. */
  minutes: z.number('Please enter a number').int().min(1, 'At least 1').max(600, 'At most 600').nullable(),
  drip: Drip,
  /** What stands below a video, or all of a text lesson. */
  body: Doc,
  videoId: Id.nullable(),
  /** Of `file`; of `audio` the first one. */
  files: z.array(FileRef).max(20, 'Up to 20 files'),
  quiz: Quiz,
  /** Of `assignment`. */
  answer: z.enum(answerKinds),
  /** Of `live`: an event of the calendar. */
  appointmentId: Id.nullable(),
  formId: Id.nullable(),
  /** Of a text: reading to its end for half a minute is enough. */
  byReading: z.boolean(),
})
export type Lesson = z.infer<typeof Lesson>

export const Section = z.object({
  id: Id,
  title: line(200),
  lessons: z.array(Lesson).max(200, 'Up to 200 lessons in a module'),
})
export type Section = z.infer<typeof Section>

export const MOST_LESSONS = 300
export const Outline = z
  .array(Section)
  .max(60, 'Up to 60 modules')
  .superRefine((sections, check) => {
    const ids = sections.flatMap(({ id, lessons }) => [id, ...lessons.map(lesson => lesson.id)])
    if (new Set(ids).size < ids.length) check.addIssue({ code: 'custom', message: 'Two lessons have the same id' })
    if (lessonsOf(sections).length > MOST_LESSONS)
      check.addIssue({ code: 'custom', message: `Up to ${MOST_LESSONS} lessons in a course` })
  })
export type Outline = z.infer<typeof Outline>

export const lessonsOf = (sections: readonly Section[]): Lesson[] => sections.flatMap(({ lessons }) => lessons)

export const commentRules = ['off', 'reviewed', 'open'] as const
export const commentNames: Record<(typeof commentRules)[number], string> = {
  off: 'Off',
  reviewed: 'Shown after a review',
  open: 'Shown at once',
}

export const CourseSettings = z.object({
  comments: z.enum(commentRules),
  /** Everyone who finishes gets one. */
  hasCertificate: z.boolean(),
  certificateText: prose(500),
  /** Months that a certificate is valid; null: for good. A course whose certificates end is a training. */
  validMonths: z.number('Please enter a number').int().min(1, 'At least 1').max(120, 'At most 120').nullable(),
  /** Members with no progress for so many days count as inactive. */
  inactiveDays: z.number('Please enter a number').int().min(1, 'At least 1').max(365, 'At most 365'),
})
export type CourseSettings = z.infer<typeof CourseSettings>
export const newSettings = (): CourseSettings => ({
  comments: 'reviewed',
  hasCertificate: false,
  certificateText: '',
  validMonths: null,
  inactiveDays: 14,
})

export const newLesson = (id: string, kind: LessonKind, title = ''): Lesson => ({
  id,
  kind,
  title,
  isRequired: true,
  minutes: null,
  drip: openDrip(),
  body: emptyDoc(),
  videoId: null,
  files: [],
  quiz: emptyQuiz(),
  answer: 'both' as const,
  appointmentId: null,
  formId: null,
  byReading: false,
})

/** How long it takes, in minutes; `filmMs` is the duration of its video. */
export function minutesOf(lesson: Lesson, filmMs: number | null = null): number {
  if (lesson.minutes !== null) return lesson.minutes
  if (lesson.kind === 'video' && filmMs) return Math.max(1, Math.round(filmMs / 60_000))
  if (lesson.kind === 'quiz') return Math.max(1, lesson.quiz.questions.length)
  return isBlank(lesson.body) ? 5 : readingMinutes(lesson.body)
}

/** All that a search looks into. */
export const searchText = (title: string, description: string, outline: Outline): string =>
  [title, description, ...outline.flatMap(({ title, lessons }) => [title, ...lessons.map(one => one.title)])]
    .filter(Boolean)
    .join('\n')
    .slice(0, 20_000)

export const hasText = (lesson: Lesson): boolean => plainText(lesson.body) !== ''

/** 1:05 hours as people say it. */
export function durationWords(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
