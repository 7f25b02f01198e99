import { on } from '#kernel/jobs.ts'
import { contactReceived } from './events.ts'
import { autoReply } from './service.ts'

export const received = on(contactReceived, 'site.contact-received', async (ctx, { submissionId }) => {
  await autoReply(ctx, submissionId)
})
