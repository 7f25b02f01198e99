import { z } from 'zod'
import { enqueue, every, on, task } from '#kernel/jobs.ts'
import { messageReceived } from '#messaging/events.ts'
import { callEnded, textWritten } from '#telephony/events.ts'
import { answerScheduled } from './events.ts'
import { file, fileCall, fileSent } from './items/service.ts'
import { leave } from './later/service.ts'
import { wake } from './snoozed/service.ts'

export const received = on(messageReceived, 'conversations.received', file)
export const wrote = on(textWritten, 'conversations.text-written', fileSent)
export const called = on(callEnded, 'conversations.call-ended', fileCall)
/** What was put off comes back. */
export const waking = every('*/5 * * * *', 'conversations.wake', wake)

export const sendLater = task('conversations.send-later', z.object({ id: z.uuid() }), (ctx, { id }) =>
  ctx.tx(tx => leave(tx, id)),
)
export const scheduled = on(answerScheduled, 'conversations.scheduled', (ctx, { id, at }) =>
  enqueue(ctx, sendLater, { id }, { after: new Date(at) }),
)
