import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** Someone on call is to be rung up: `phone` is theirs, in E.164. */
export const crisisPaged = event(
  'crisis.paged',
  z.object({ alertId: z.uuid(), pageId: z.uuid(), phone: z.string(), isTest: z.boolean() }),
)
/** A sign of danger was found; nothing automatic follows up any more. */
export const crisisFound = event('crisis.found', z.object({ alertId: z.uuid() }))
/** Someone read words that might have been a sign, and found none: what was held back goes its way. */
export const crisisCleared = event('crisis.cleared', z.object({ source: z.string(), sourceId: z.uuid() }))
