import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** Someone wrote in the support chat: a visitor, or one of us. */
export const chatWritten = event('site.chat-written', z.object({ messageId: z.uuid() }))

/** A visitor has left an address, or another one. */
export const addressLeft = event('site.chat-address', z.object({ chatId: z.uuid() }))
