import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Sends the sign-in link, if anyone has the address. */
export const sendPortalLink = declareTask('portal.send-link', z.object({ linkId: z.uuid() }))
