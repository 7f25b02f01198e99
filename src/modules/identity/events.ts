import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

export const linkRequested = event('identity.link-requested', z.object({ requestId: z.uuid() }))
