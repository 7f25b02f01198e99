import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import {
  ById,
  Flag,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  prose,
  resource,
  Version,
} from '#kernel/contract.ts'
import { verdicts } from '#scripture/rules/verifying.ts'
import { questionTypes, resourceTypes, sectionTypes } from './rules/document.ts'
import {
  audiences,
  DURATION,
  difficulties,
  editionIds,
  MOST_WEEKS,
  stages,
  studyFormats,
  studyStatuses,
} from './rules/options.ts'

const required = (max: number, message: string) => line(max).pipe(z.string().min(1, message))
const minutesMessage = 'Choose a duration from 15 to 120 minutes in steps of 15'
const Duration = z
  .number(minutesMessage)
  .int(minutesMessage)
  .min(DURATION.least, minutesMessage)
  .max(DURATION.most, minutesMessage)
  .multipleOf(DURATION.step, minutesMessage)

const Form = {
  title: required(200, 'Title is required'),
  scripture: required(300, 'Enter a Bible passage such as John 3:16-21'),
  targetAudience: z.enum(audiences).default('general'),
  difficulty: z.enum(difficulties).default('intermediate'),
  duration: Duration.default(DURATION.usual),
  studyFormat: z.enum(studyFormats).default('inductive'),
  includeQuestions: z.boolean().default(true),
  includeResources: z.boolean().default(true),
  additionalNotes: prose(2_000).default(''),
  edition: z.enum(editionIds).default('web'),
  /** The sermon that the study goes with. */
  sermonId: Id.nullable().default(null),
}
/**
 * `id` is chosen by the caller: pressed twice, it is generated once. With several weeks a new study becomes a series, each
 * on its part of the passage.
 */
export const GenerateInput = z.object({ id: Id, ...Form, weeks: z.number().int().min(1).max(MOST_WEEKS).default(1) })
export type GenerateInput = z.infer<typeof GenerateInput>

const part = z.string().max(40)
const Quoted = z.object({ reference: line(120), text: prose(20_000), edition: z.enum(editionIds) })
const Question = z.object({ id: part, text: prose(1_000), type: z.enum(questionTypes), answer: line(120) })
const Section = z.object({
  id: part,
  type: z.enum(sectionTypes),
  title: line(300),
  content: prose(20_000),
  notes: prose(10_000),
  minutes: z.number().int().min(0).max(DURATION.most),
  verses: z.array(Quoted).max(50, 'At most 50 quotations in a part'),
  questions: z.array(Question).max(50, 'At most 50 questions in a part'),
})
const Resource = z.object({
  id: part,
  title: line(300),
  type: z.enum(resourceTypes),
  description: line(500),
  /** Within the product. */
  url: z.string().startsWith('/').max(300).nullable(),
})
export const Document = z.object({
  description: prose(2_000),
  scripture: z.array(Quoted.extend({ id: part })).max(20, 'At most 20 passages'),
  sections: z.array(Section).max(20, 'At most 20 parts'),
  resources: z.array(Resource).max(50, 'At most 50 resources'),
})

export const StudyChanges = z.object({
  id: Id,
  version: Version,
  title: Form.title.optional(),
  document: Document.optional(),
  status: z.enum(studyStatuses).optional(),
  tags: z.array(line(40)).max(20, 'At most 20 tags').optional(),
  series: line(120).optional(),
  ledOn: day().nullable().optional(),
})
export type StudyChanges = z.infer<typeof StudyChanges>

const Row = z.object({
  id: Id,
  title: z.string(),
  scripture: z.string(),
  targetAudience: z.enum(audiences),
  difficulty: z.enum(difficulties),
  duration: z.number().int(),
  studyFormat: z.enum(studyFormats),
  status: z.enum(studyStatuses),
  tags: z.array(z.string()),
  series: z.string(),
  week: z.number().int().nullable(),
  ledOn: z.string().nullable(),
  stage: z.enum(stages).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
const Study = Row.extend({
  version: z.number().int(),
  clientId: Id,
  includeQuestions: z.boolean(),
  includeResources: z.boolean(),
  additionalNotes: z.string(),
  edition: z.enum(editionIds),
  document: Document.nullable(),
  /** Whether there is an earlier version to go back to. */
  hasPrevious: z.boolean(),
  problem: z.string(),
  /** The sermon that it goes with; `changed`: it says something else than when the study was written. */
  sermon: z.object({ id: Id, title: z.string(), changed: z.boolean() }).nullable(),
})
export type Study = z.infer<typeof Study>

const sorts = ['createdAt', '-createdAt', 'title', '-title'] as const
export const StudyFilter = Page.extend({
  search: z.string().max(200).optional(),
  /** Studies that share a verse with it. */
  passage: z.string().max(200).optional(),
  studyFormat: z.enum(studyFormats).optional(),
  difficulty: z.enum(difficulties).optional(),
  targetAudience: z.enum(audiences).optional(),
  duration: z.coerce.number().int().optional(),
  status: z.enum(studyStatuses).optional(),
  series: z.string().max(120).optional(),
  /** Led in a group before, or not yet. */
  used: z.enum(['yes', 'no']).optional(),
  deleted: Flag.optional(),
  sort: z.enum(sorts).default('-createdAt'),
})
export type StudyFilter = z.infer<typeof StudyFilter>

export const editionsOfFile = ['leader', 'participant'] as const
export const formats = ['txt', 'docx', 'pdf'] as const
export const FileInput = z.object({ id: Id, format: z.enum(formats), for: z.enum(editionsOfFile).default('leader') })
export type FileInput = z.infer<typeof FileInput>

const Finding = z.object({
  text: z.string(),
  reference: z.string().nullable(),
  verdict: z.enum(verdicts),
  edition: z.enum(editionIds).nullable(),
  replacement: z.string().nullable(),
  additions: z.array(z.string()),
  reason: z.string().nullable(),
  difference: z.array(z.object({ kind: z.enum(['same', 'added', 'missing']), text: z.string() })),
})
const Shared = z.object({ name: z.string(), text: z.string() })
const Session = z.object({
  id: Id,
  studyId: Id,
  title: z.string(),
  /** Where participants join. */
  address: z.string(),
  position: z.number().int(),
  endedAt: Instant.nullable(),
  participants: z.array(z.string()),
  questions: z.array(
    z.object({
      id: z.string(),
      section: z.string(),
      text: z.string(),
      answer: z.string(),
      answered: z.number().int(),
      /** Only what participants chose to share. */
      shared: z.array(Shared),
    }),
  ),
})
export type Session = z.infer<typeof Session>

export const bibleStudies = resource(
  '/bible-studies',
  {
    list: member('content.read').input(StudyFilter).output(pageOf(Row)),
    get: member('content.read').input(ById).output(Study),
    generate: member('content.write').input(GenerateInput).output(Study),
    cancel: member('content.write').input(ById).output(Study),
    update: member('content.write').input(StudyChanges).output(Study),
    verify: member('content.read')
      .input(ById)
      .output(z.object({ items: z.array(Finding) })),
    revert: member('content.write').input(ById).output(Study),
    duplicate: member('content.write')
      .input(z.object({ id: Id, copyId: Id }))
      .output(Study),
    remove: member('content.write').input(ById).output(Nothing),
    restore: member('content.write').input(ById).output(Study),
    file: member('content.read')
      .input(FileInput)
      .output(z.object({ name: z.string(), type: z.string(), base64: z.string() })),
    begin: member('content.write')
      .input(z.object({ id: Id }))
      .output(Session),
    session: member('content.read').input(ById).output(Session.nullable()),
    show: member('content.write')
      .input(z.object({ id: Id, position: z.number().int().min(-1).max(1_000) }))
      .output(Session),
    end: member('content.write').input(ById).output(Nothing),
  },
  {
    list: 'List Bible studies',
    get: 'Get a Bible study',
    generate: 'Generate a Bible study',
    cancel: 'Cancel a generation',
    update: 'Save a Bible study',
    verify: 'Verify the quotations of a Bible study',
    revert: 'Go back to the earlier version of a Bible study',
    duplicate: 'Duplicate a Bible study',
    remove: 'Move a Bible study to the trash',
    restore: 'Restore a Bible study from the trash',
    file: 'Download a Bible study as text, Word or PDF',
    begin: 'Lead a Bible study live',
    session: 'Get the session in which a Bible study is led',
    show: 'Show a question to the participants',
    end: 'End a live Bible study',
  },
  ['verify', 'file', 'session'],
)
