import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkflowAction, WorkflowTrigger } from '#kernel/server-modules.ts'
import { courseAccessEnded, courseCompleted, courseEnrolled, courseInactive } from '../events.ts'
import { grantAccess, revokeAccess } from '../service.ts'

const input = z.object({ courseId: z.uuid().nullish() })
type Input = z.infer<typeof input>
interface Payload {
  courseId: string
  personId: string
}
const person = ({ personId }: Payload) => personId
const fits = ({ courseId }: Payload, chosen: Input) => !chosen.courseId || chosen.courseId === courseId
const base = { input, person, fits }

/** People with an enrollment that is so, now. */
const enrolled = (condition: ReturnType<typeof sql>, { courseId }: Input) =>
  sql`people.id in (select e.person_id from course_enrollments e where e.client_id = people.client_id and e.ended_at is null
    and ${condition} ${courseId ? sql`and e.course_id = ${courseId}` : sql``})`

export const courseTriggers: Record<string, WorkflowTrigger> = {
  'course.enrolled': { ...base, event: courseEnrolled, existing: (_, chosen) => enrolled(sql`true`, chosen) },
  'course.completed': {
    ...base,
    event: courseCompleted,
    existing: (_, chosen) => enrolled(sql`e.completed_at is not null`, chosen),
  },
  'course.inactive': {
    ...base,
    event: courseInactive,
    existing: (_, chosen) => enrolled(sql`e.inactive_at is not null and e.completed_at is null`, chosen),
  },
  'course.access_ended': { ...base, event: courseAccessEnded },
}

const Course = z.object({ courseId: z.uuid('Please choose a course') })

export const courseActions: Record<string, WorkflowAction> = {
  'course.enroll': {
    input: Course,
    async run(ctx, { personId, input: { courseId } }) {
      const { id } = await grantAccess(ctx, { personId, courseId, kind: 'workflow' })
      return { enrollmentId: id }
    },
  },
  'course.remove': {
    input: Course,
    async run(ctx, { personId, input: { courseId } }) {
      const revoked = await revokeAccess(ctx, { personId, courseIds: [courseId], reason: 'Removed by an automation' })
      return { courseId, revoked }
    },
  },
}
