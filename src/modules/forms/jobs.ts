import { crisisCleared } from '#crisis/events.ts'
import { every, on, task } from '#kernel/jobs.ts'
import { log } from '#kernel/log.ts'
import { paymentChanged } from '#payments/events.ts'
import { followPayment } from './paying/service.ts'
import { processSubmission, recordFailure, releaseSubmission } from './service/processing.ts'
import { readSubmission } from './tasks.ts'
import { forgetExpired } from './unfinished/service.ts'

/** Every submission is processed, and forgotten when its time is over, no matter who may read it. */
const rights = ['pastoral', 'prayer'] as const

/** A submission is read in one transaction; one that can’t be says so, and is tried again. */
export const processingSubmission = task(
  readSubmission,
  async (ctx, { submissionId }, { last }) => {
    try {
      await ctx.tx(tx => processSubmission(tx, submissionId))
    } catch (error) {
      log.error({ err: error, submissionId }, 'a submission could not be read')
      await ctx.tx(tx =>
        recordFailure(tx, submissionId, last ? 'It could not be read.' : 'It could not be read yet. Trying again.'),
      )
      throw error
    }
  },
  { rights },
)

export const cleared = on(
  crisisCleared,
  'forms.crisis-cleared',
  async (ctx, { source, sourceId }) => {
    if (source === 'form') await releaseSubmission(ctx, sourceId)
  },
  { rights },
)

/** What is paid is read, counts and is booked. */
export const paid = on(paymentChanged, 'forms.paid', followPayment, { rights: ['giving', ...rights] })

/** What was begun and never sent goes when its time is over. */
export const purgingExpired = every('37 2 * * *', 'forms.forget', forgetExpired, undefined, { rights })
