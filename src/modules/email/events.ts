import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** A campaign has an instant at which it starts. */
export const campaignScheduled = event('email.scheduled', z.object({ campaignId: z.uuid(), at: z.iso.datetime() }))
/** A campaign's recipients are frozen, or it goes on after a pause. */
export const campaignStarted = event('email.started', z.object({ campaignId: z.uuid() }))
/** Two versions are on their way; at that instant they are held against each other. */
export const splitStarted = event('email.split-started', z.object({ campaignId: z.uuid(), at: z.iso.datetime() }))
/** What may leave in a day has left; the rest goes on at that instant. */
export const campaignWaits = event('email.waits', z.object({ campaignId: z.uuid(), at: z.iso.datetime() }))
