import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

export const contactReceived = event('contact.received', z.object({ submissionId: z.uuid() }))
