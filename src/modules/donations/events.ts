import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

const gift = z.object({ giftId: z.uuid(), personId: z.uuid().nullable(), at: z.coerce.date() })
/** A gift was received, whatever way it came. */
export const giftRecorded = event('gift.recorded', gift)
const recurring = z.object({ recurringId: z.uuid(), personId: z.uuid().nullable(), at: z.coerce.date() })
/** Someone began to give regularly. */
export const recurringBegan = event('recurring.began', recurring)
/** A recurring gift was canceled, by its giver or by staff. */
export const recurringEnded = event('recurring.ended', recurring)
/** A charge of a recurring gift failed; the same for each retry. */
export const recurringFailed = event('recurring.failed', recurring)
/** A gift was corrected, voided or refunded. */
export const giftChanged = event('gift.changed', gift)
/** The same for people alone: a gift of someone known, neither anonymous nor entered late. Starts workflows. */
export const giftArrived = event('gift.arrived', z.object({ giftId: z.uuid(), personId: z.uuid() }))
/** Someone gave for the first time; once for each person. */
export const firstGiftArrived = event('gift.first', z.object({ giftId: z.uuid(), personId: z.uuid() }))
/** What was given reached what was pledged; once for each pledge. `personId`: who pledged, or whose gift fulfilled a household's. */
export const pledgeFulfilled = event(
  'pledge.fulfilled',
  z.object({ pledgeId: z.uuid(), personId: z.uuid().nullable(), at: z.coerce.date() }),
)
