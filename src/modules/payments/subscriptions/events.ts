import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** A subscription began, went past due, was paid again or ended; `key` is what the page made that started it. */
export const planSubscriptionChanged = event(
  'plan_subscription.changed',
  z.object({ subscriptionId: z.uuid(), planId: z.uuid(), key: z.string() }),
)
