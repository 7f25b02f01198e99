import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

const gift = z.object({ giftId: z.uuid(), personId: z.uuid().nullable(), at: z.coerce.date() })
/** A gift was received, whatever way it came. */
export const giftRecorded = event('gift.recorded', gift)
/** A gift was corrected, voided or refunded. */
export const giftChanged = event('gift.changed', gift)
