import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** A mail has come to this house and stands in the file store. */
export const mailArrived = event('mail.arrived', z.object({ mailId: z.uuid() }))
/** Somebody looked into the mailbox; null: it could be read. */
export const mailboxLooked = event('mailbox.looked', z.object({ problem: z.string().nullable() }))
