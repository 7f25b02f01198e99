import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** A campaign is to begin at an instant. */
export const smsScheduled = event('sms.scheduled', z.object({ campaignId: z.uuid(), at: z.iso.datetime() }))
/** A repeated text has its next run at that instant. */
export const seriesDue = event('sms.series-due', z.object({ seriesId: z.uuid(), at: z.iso.datetime() }))
/** Its recipients are frozen, and it goes on. */
export const smsStarted = event('sms.started', z.object({ campaignId: z.uuid(), at: z.iso.datetime().optional() }))
/** A workflow wrote a text, and it was added to the person's thread. */
export const stepTextWritten = event('sms.step-written', z.object({ messageId: z.uuid() }))
