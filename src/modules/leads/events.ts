import { z } from 'zod'
import { event } from '#kernel/jobs.ts'
import { callOutcomes, outcomes, stages, touchKinds } from './rules/stages.ts'

const lead = { leadId: z.uuid(), personId: z.uuid(), userId: z.uuid().nullable(), at: z.coerce.date() }

export const leadCreated = event('lead.created', z.object(lead))
export const leadMoved = event(
  'lead.moved',
  z.object({
    ...lead,
    changeId: z.uuid(),
    from: z.enum(stages),
    to: z.enum(stages),
    outcome: z.enum(outcomes).nullable(),
  }),
)
export const leadTouched = event(
  'lead.touched',
  z.object({ ...lead, touchId: z.uuid(), kind: z.enum(touchKinds), outcome: z.enum(callOutcomes).nullable() }),
)
export const leadAssigned = event('lead.assigned', z.object({ ...lead, assignedTo: z.uuid() }))
