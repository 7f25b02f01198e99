import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** A mail has come to this house and stands in the file store. */
export const mailArrived = event('mail.arrived', z.object({ mailId: z.uuid() }))
