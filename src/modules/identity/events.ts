import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** Someone has signed up with an account of their own; `priceId` is the plan that they chose before. */
export const accountOpened = event(
  'identity.account-opened',
  z.object({ clientId: z.uuid(), userId: z.uuid(), priceId: z.uuid().nullable() }),
)

/** Someone signs in with another address from now on. */
export const addressChanged = event('identity.address-changed', z.object({ userId: z.uuid(), email: z.string() }))
