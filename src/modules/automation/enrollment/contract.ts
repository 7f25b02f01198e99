import { z } from 'zod'
import { ById, Id, Instant, member, pageOf, resource } from '#kernel/contract.ts'
import { Conditions } from '#people/segments/contract.ts'
import { blockedReasons, enrollmentStates } from './rules.ts'

/** Many people put into a workflow at once, by a job. */
export const Enrollment = z.object({
  id: Id,
  workflowId: Id,
  state: z.enum(enrollmentStates),
  /** People who fitted when it began. */
  total: z.number().int(),
  enrolled: z.number().int(),
  /** Whom the rule of re-entry kept out, or who was deleted meanwhile. */
  skipped: z.number().int(),
  /** People a minute at most; 0: as fast as it goes. */
  perMinute: z.number().int(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
})
export type Enrollment = z.infer<typeof Enrollment>

export const AudienceAsked = ById.extend({ conditions: Conditions.nullish() })
export type AudienceAsked = z.infer<typeof AudienceAsked>
export const NewEnrollment = ById.extend({
  conditions: Conditions.nullish(),
  personIds: z.array(Id).min(1).max(10_000).optional(),
  perMinute: z.number().int().min(0).max(100_000).optional(),
})
export type NewEnrollment = z.infer<typeof NewEnrollment>

export const workflowEnrollments = resource(
  '/workflow-enrollments',
  {
    /** Of the draft of workflow `id`: who fits its triggers now, or meets `conditions` instead, and would be enrolled. */
    audience: member('automation.read')
      .input(AudienceAsked)
      .output(
        z.object({
          count: z.number().int(),
          blocked: z.array(z.object({ reason: z.enum(blockedReasons), count: z.number().int() })),
        }),
      ),
    /** Of workflow `id`, which must be active: these people, or those who meet `conditions`, or those who fit its triggers. */
    start: member('automation.write').input(NewEnrollment).output(Enrollment),
    list: member('automation.read')
      .input(z.object({ workflowId: Id }))
      .output(pageOf(Enrollment)),
    get: member('automation.read').input(ById).output(Enrollment),
    cancel: member('automation.write').input(ById).output(Enrollment),
  },
  {
    audience: 'Count the people who fit a workflow now',
    start: 'Enroll many people in a workflow',
    list: 'List the bulk enrollments of a workflow',
    get: 'Get the progress of a bulk enrollment',
    cancel: 'Cancel a bulk enrollment',
  },
)
