import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** A notice of the payment provider has been written down. */
export const noticeReceived = event('billing.notice-received', z.object({ id: z.uuid() }))

/** A price gave way to another, and those who pay it are to go over. */
export const priceReplaced = event('billing.price-replaced', z.object({ from: z.uuid(), to: z.uuid() }))
