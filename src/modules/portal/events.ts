import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** A person opened a session with a link that was sent to them. */
export const portalSignedIn = event(
  'portal.signed-in',
  z.object({ personId: z.uuid(), sessionId: z.uuid(), at: z.coerce.date() }),
)
