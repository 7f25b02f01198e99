import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** A campaign has an instant at which it starts. */
export const campaignScheduled = event('email.scheduled', z.object({ campaignId: z.uuid(), at: z.iso.datetime() }))
/** A campaign's recipients are frozen, or it goes on after a pause. */
export const campaignStarted = event('email.started', z.object({ campaignId: z.uuid() }))
