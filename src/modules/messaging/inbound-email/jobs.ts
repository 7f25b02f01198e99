import { z } from 'zod'
import { env } from '#kernel/env.ts'
import { emit, enqueue, every, operatorAccountOnly, task } from '#kernel/jobs.ts'
import { log } from '#kernel/log.ts'
import { fetchMail } from '#providers/mail-in/index.ts'
import { mailboxLooked } from './events.ts'
import { MAX_EMAIL_BYTES, processInboundEmail, storeInboundEmail } from './service.ts'
import { processInboundEmailLater } from './tasks.ts'

export const parsingEmail = task(processInboundEmailLater, (ctx, { mailId }) => processInboundEmail(ctx, mailId))

/** Looks into the mailbox. What is stored is marked as seen there; what fails is looked at again the next time. */
export const fetchingEmail = task(
  'mail-in.fetch',
  z.object({}),
  async ctx => {
    let problem: string | null = null
    try {
      await fetchMail(env.imapUrl!, {
        most: MAX_EMAIL_BYTES,
        take: raw => storeInboundEmail(raw, 'imap', ctx.requestId),
      })
    } catch (error) {
      // The next minute looks again; a night without the mailbox is no night of dead letters.
      log.warn({ err: error }, 'the mailbox can’t be read')
      problem = String(error instanceof Error ? error.message : error).slice(0, 300)
    }
    await ctx.tx(tx => emit(tx, mailboxLooked, { problem }))
  },
  { retryLimit: 0 },
)

export const pollingMailboxes = every(
  '* * * * *',
  'mail-in.look',
  async ctx => {
    if (env.imapUrl) await enqueue(ctx, fetchingEmail, {}, { key: 'imap' })
  },
  operatorAccountOnly,
)
