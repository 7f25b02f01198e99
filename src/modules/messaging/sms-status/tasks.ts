import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Nobody knows whether a text left. */
export const askCarrierLater = declareTask('messaging.ask-carrier', z.object({ id: z.uuid() }), { retryLimit: 2 })
