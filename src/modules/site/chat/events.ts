import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** Somebody wrote in the support chat: a visitor, or one of us. */
export const chatWritten = event('site.chat-written', z.object({ messageId: z.uuid() }))
