import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

const onPathway = { pathwayPersonId: z.uuid(), pathwayId: z.uuid(), personId: z.uuid(), at: z.coerce.date() }

/** Someone was put on a pathway. */
export const pathwayJoined = event('pathway.joined', z.object(onPathway))
/** Every step is done: once for each time that someone is on the pathway. */
export const pathwayCompleted = event('pathway.completed', z.object(onPathway))
