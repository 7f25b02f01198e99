import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** A notice of the payment provider has been recorded. */
export const handleWebhookLater = declareTask('billing.notice', z.object({ id: z.uuid() }), {
  retryLimit: 12,
  formerly: 'billing.noticed',
})

/** A price gave way to another, and those who pay it are to go over. */
export const moveSubscribers = declareTask('billing.move-subscribers', z.object({ from: z.uuid(), to: z.uuid() }), {
  formerly: 'billing.price-replaced',
})
