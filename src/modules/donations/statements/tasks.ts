import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

const run = z.object({ runId: z.uuid() })
/** Goes on where a killed worker stopped. */
export const makeStatements = declareTask('donations.statements', run, { expireInSeconds: 3_600 })
export const mailStatements = declareTask('donations.statement-mails', run, { expireInSeconds: 3_600 })
