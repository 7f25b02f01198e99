import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

export const messageQueued = event('message.queued', z.object({ messageId: z.uuid() }))
