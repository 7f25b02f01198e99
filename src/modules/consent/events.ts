import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** Someone opted in, in whatever way; what stands against the address still does. */
export const consentGranted = event('consent.granted', z.object({ consentId: z.uuid() }))
