import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

export const exportWanted = event('export.wanted', z.object({ exportId: z.uuid() }))
