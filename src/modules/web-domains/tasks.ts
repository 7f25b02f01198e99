import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

export const checkDomain = declareTask('web-domains.check', z.object({ id: z.uuid() }))
