import { z } from 'zod'
import { env } from '#kernel/env.ts'
import { emit, enqueue, every, houseAlone, task } from '#kernel/jobs.ts'
import { log } from '#kernel/log.ts'
import { fetchMail } from '#providers/mail-in/index.ts'
import { mailboxLooked } from './events.ts'
import { LARGEST_MAIL, read, take } from './service.ts'
import { readArrivedMail } from './tasks.ts'

export const reading = task(readArrivedMail, (ctx, { mailId }) => read(ctx, mailId))

/** Looks into the mailbox. What is stored is marked as seen there; what fails is looked at again the next time. */
export const fetching = task(
  'mail-in.fetch',
  z.object({}),
  async ctx => {
    let problem: string | null = null
    try {
      await fetchMail(env.imapUrl!, { most: LARGEST_MAIL, take: raw => take(raw, 'imap', ctx.requestId) })
    } catch (error) {
      // The next minute looks again; a night without the mailbox is no night of dead letters.
      log.warn({ err: error }, 'the mailbox can’t be read')
      problem = String(error instanceof Error ? error.message : error).slice(0, 300)
    }
    await ctx.tx(tx => emit(tx, mailboxLooked, { problem }))
  },
  { retryLimit: 0 },
)

export const looking = every(
  '* * * * *',
  'mail-in.look',
  async ctx => {
    if (env.imapUrl) await enqueue(ctx, fetching, {}, { key: 'imap' })
  },
  houseAlone,
)
