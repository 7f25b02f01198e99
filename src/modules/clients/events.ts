import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** From now on the account may not write to anyone: suspended, or read-only until it is paid for. */
export const accountBarred = event('account.barred', z.object({ access: z.enum(['suspended', 'read_only']) }))
