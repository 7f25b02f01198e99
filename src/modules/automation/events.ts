import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** A run came to a step that sends a webhook; to one endpoint, or to all that listen. */
export const webhookAsked = event(
  'workflow.step',
  z.object({
    workflowId: z.uuid(),
    runId: z.uuid(),
    step: z.string(),
    personId: z.uuid(),
    endpointId: z.uuid().nullable(),
  }),
)

/** Never announced: what the calendar or a member starts is enrolled at once. */
export const startedByItself = event('workflow.started', z.object({ personId: z.uuid() }))
