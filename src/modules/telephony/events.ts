import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

const One = z.object({ id: z.uuid() })
/** A proven notice of the carrier stands in the log. */
export const webhookStored = event('telephony.notice-stored', One)
/** A call was begun that the carrier should tell of. */
export const callStarted = event('telephony.call-started', One)
/** A call is over, or its recording has come: its thread shows it. */
export const callEnded = event('telephony.call-ended', One)
/** Someone of us wrote a text outside its thread. */
export const textCreated = event(
  'telephony.text-written',
  z.object({ messageId: z.uuid(), userId: z.uuid().nullable() }),
)
