import { on } from '#kernel/jobs.ts'
import { messageSettled } from '#messaging/events.ts'
import { contactReceived } from './events.ts'
import { autoReply, recordReplyFailed, recordReplySent } from './service.ts'

export const onContactReceived = on(contactReceived, 'site.contact-received', async (ctx, { submissionId }) => {
  await autoReply(ctx, submissionId)
})

const left: readonly string[] = ['sent', 'delivered']
const lost: readonly string[] = ['failed', 'undelivered', 'skipped']

export const onMessageSettled = on(messageSettled, 'site.mail-settled', async (ctx, { key, kind, state }) => {
  if (!left.includes(state) && !lost.includes(state)) return
  if (kind === 'auto-reply') await recordReplySent(ctx, key, left.includes(state))
  else if (kind === 'contact-reply' && lost.includes(state)) await recordReplyFailed(ctx, key)
})
