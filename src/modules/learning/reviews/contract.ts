import { z } from 'zod'
import { ById, Id, Instant, member, Nothing, Page, pageOf, prose, resource } from '#kernel/contract.ts'
import { commentStates, submissionStates } from '../rules/states.ts'

export const Assignment = z.object({
  id: Id,
  personId: Id,
  name: z.string(),
  courseId: Id,
  course: z.string(),
  lesson: z.string(),
  body: z.string(),
  /** Path of the file that was handed in, for members; null: there is none. */
  file: z.object({ name: z.string(), path: z.string() }).nullable(),
  state: z.enum(submissionStates),
  feedback: z.string(),
  createdAt: Instant,
  reviewedAt: Instant.nullable(),
})
export type Assignment = z.infer<typeof Assignment>

const reviewing = z.object({ id: Id, feedback: prose(5_000).default('') })

export const assignments = resource(
  '/assignments',
  {
    list: member('content.read')
      .input(Page.extend({ state: z.enum(submissionStates).optional(), courseId: Id.optional() }))
      .output(pageOf(Assignment)),
    get: member('content.read').input(ById).output(Assignment),
    /** What nobody has answered yet. */
    waiting: member('content.read')
      .input(Nothing)
      .output(z.object({ assignments: z.number().int(), comments: z.number().int() })),
    /** The lesson is completed with it. */
    accept: member('content.write').input(reviewing).output(Assignment),
    /** The learner hands in another answer. */
    return: member('content.write')
      .input(reviewing.extend({ feedback: prose(5_000).pipe(z.string().min(1, 'Please say what is missing')) }))
      .output(Assignment),
  },
  {
    list: 'List assignments that were handed in',
    get: 'Get an assignment',
    waiting: 'Count assignments and comments that wait for a review',
    accept: 'Accept an assignment',
    return: 'Return an assignment',
  },
  ['waiting'],
)

export const LessonComment = z.object({
  id: Id,
  courseId: Id,
  course: z.string(),
  lesson: z.string(),
  lessonId: Id,
  personId: Id.nullable(),
  name: z.string(),
  body: z.string(),
  state: z.enum(commentStates),
  isTeam: z.boolean(),
  createdAt: Instant,
})
export type LessonComment = z.infer<typeof LessonComment>

export const lessonComments = resource(
  '/lesson-comments',
  {
    list: member('content.read')
      .input(Page.extend({ state: z.enum(commentStates).optional(), courseId: Id.optional() }))
      .output(pageOf(LessonComment)),
    show: member('content.write').input(ById).output(LessonComment),
    hide: member('content.write').input(ById).output(LessonComment),
    reply: member('content.write')
      .input(z.object({ id: Id, body: prose(2_000).pipe(z.string().min(1, 'Please write an answer')) }))
      .output(Nothing),
    remove: member('content.write').input(ById).output(Nothing),
  },
  {
    list: 'List comments on lessons',
    show: 'Show a comment',
    hide: 'Hide a comment',
    reply: 'Answer a comment',
    remove: 'Delete a comment',
  },
)
