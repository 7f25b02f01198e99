import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

export const personMerged = event('person.merged', z.object({ mergeId: z.uuid() }))
