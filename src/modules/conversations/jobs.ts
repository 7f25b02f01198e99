import { every, on } from '#kernel/jobs.ts'
import { messageReceived } from '#messaging/events.ts'
import { file } from './items/service.ts'
import { wake } from './snoozed/service.ts'

export const received = on(messageReceived, 'conversations.received', file)
/** What was put off comes back. */
export const waking = every('*/5 * * * *', 'conversations.wake', wake)
