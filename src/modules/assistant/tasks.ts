import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Answers what a person wrote, unless something newer came in. */
export const answer = declareTask('assistant.answer', z.object({ conversationId: z.uuid(), itemId: z.uuid() }), {
  retryLimit: 3,
})
/** Reads a source again: a file, or what changes by itself. */
export const indexSource = declareTask('assistant.index', z.object({ sourceId: z.uuid() }))
/** Tries new settings on the test questions; live once all of them pass. */
export const evaluateDraft = declareTask('assistant.evaluate', z.object({ version: z.number().int() }))
