import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

const One = z.object({ requestId: z.uuid() })
/** A request came in; `requesterId` says who asked. */
export const prayerRequested = event('prayer.requested', One.extend({ requesterId: z.uuid() }))
/** A request was answered. */
export const prayerAnswered = event('prayer.answered', One)
