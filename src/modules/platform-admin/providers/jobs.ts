import { on } from '#kernel/jobs.ts'
import { mailboxLooked } from '#messaging/inbound-email/events.ts'
import { noteMailbox } from './service.ts'

export const onMailboxLooked = on(mailboxLooked, 'providers.mailbox', noteMailbox)
