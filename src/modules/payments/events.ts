import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/**
 * Something about a payment changed: paid, failed, refunded, disputed. Told again and again, in any order: the listener
 * reads the payment and makes its own rows fit.
 */
export const paymentChanged = event(
  'payment.changed',
  z.object({ paymentId: z.uuid(), module: z.string(), refId: z.uuid() }),
)
