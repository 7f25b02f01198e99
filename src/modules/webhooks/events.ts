import { z } from 'zod'
import { event } from '#kernel/jobs.ts'
import { deliveryStates } from './rules.ts'

/** What came of an attempt to deliver what a step of a workflow sent. */
export const stepDelivered = event(
  'webhooks.step-delivered',
  z.object({
    runId: z.uuid(),
    step: z.string(),
    state: z.enum(deliveryStates),
    status: z.number().nullable(),
    problem: z.string().nullable(),
  }),
)
