import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

export const sendLink = declareTask('identity.send-link', z.object({ requestId: z.uuid() }), {
  formerly: 'identity.link-requested',
})
