import { z } from 'zod'
import { event } from '#kernel/jobs.ts'
import { goalKinds } from '../rules/goals.ts'

/**
 * A visitor reached what a church hopes for. Announced in the same transaction, and once more when the person becomes
 * known; `kind` and `refId` name it for good.
 */
export const goalReached = event(
  'goal.reached',
  z.object({
    kind: z.enum(goalKinds),
    subjectId: z.uuid(),
    refId: z.uuid(),
    personId: z.uuid().nullable(),
    visitor: z.object({ id: z.string(), before: z.string() }).nullable(),
  }),
)
