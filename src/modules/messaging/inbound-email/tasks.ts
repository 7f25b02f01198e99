import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** A mail has come and stands in the file store. */
export const processInboundEmailLater = declareTask('mail-in.read', z.object({ mailId: z.uuid() }), {
  formerly: 'mail-in.arrived',
})
