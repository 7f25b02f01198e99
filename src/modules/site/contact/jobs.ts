import { on } from '#kernel/jobs.ts'
import { messageSettled } from '#messaging/events.ts'
import { contactReceived } from './events.ts'
import { answered, autoReply, replyFailed } from './service.ts'

export const received = on(contactReceived, 'site.contact-received', async (ctx, { submissionId }) => {
  await autoReply(ctx, submissionId)
})

const left: readonly string[] = ['sent', 'delivered']
const lost: readonly string[] = ['failed', 'undelivered', 'skipped']

export const mailSettled = on(messageSettled, 'site.mail-settled', async (ctx, { key, kind, state }) => {
  if (!left.includes(state) && !lost.includes(state)) return
  if (kind === 'auto-reply') await answered(ctx, key, left.includes(state))
  else if (kind === 'contact-reply' && lost.includes(state)) await replyFailed(ctx, key)
})
