import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** An answer is to leave at that time, unless it is put off or taken back before. */
export const answerScheduled = event('conversations.answer-scheduled', z.object({ id: z.uuid(), at: z.iso.datetime() }))
