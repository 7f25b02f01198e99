import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** A notice of the payment provider has been written down. */
export const noticeReceived = event('billing.notice-received', z.object({ id: z.uuid() }))
