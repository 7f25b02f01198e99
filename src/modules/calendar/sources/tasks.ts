import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Reads another calendar, and writes to it what has changed here. */
export const syncCalendar = declareTask('calendar.sync-source', z.object({ sourceId: z.uuid() }))
