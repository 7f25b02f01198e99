import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** Someone looked into the mailbox; null: it could be read. */
export const mailboxLooked = event('mailbox.looked', z.object({ problem: z.string().nullable() }))
