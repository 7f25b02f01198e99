import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** The steps of a pathway changed: everyone on it may have another next step. */
export const advancePathway = declareTask('pathways.advance', z.object({ pathwayId: z.uuid() }))
