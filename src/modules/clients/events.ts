import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** From now on the account may not write to anyone: suspended, or read-only until it is paid for. */
export const accountSuspended = event('account.barred', z.object({ access: z.enum(['suspended', 'read_only']) }))

/** Someone is no longer on the team; `successorId`: the member who took over their work, where one was chosen. */
export const memberRemoved = event('member.removed', z.object({ userId: z.uuid(), successorId: z.uuid().nullable() }))
