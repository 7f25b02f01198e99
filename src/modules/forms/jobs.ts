import { z } from 'zod'
import { enqueue, every, on, task } from '#kernel/jobs.ts'
import { log } from '#kernel/log.ts'
import { formSubmitted } from './events.ts'
import { failed, take } from './processing/service.ts'
import { forgetExpired } from './unfinished/service.ts'

/** A submission is read in one transaction; one that can’t be says so, and is tried again. */
export const read = task(
  'forms.read',
  z.object({ submissionId: z.uuid() }),
  async (ctx, { submissionId }, { last }) => {
    try {
      await ctx.tx(tx => take(tx, submissionId))
    } catch (error) {
      log.error({ err: error, submissionId }, 'a submission could not be read')
      await ctx.tx(tx =>
        failed(tx, submissionId, last ? 'It could not be read.' : 'It could not be read yet; it is tried again.'),
      )
      throw error
    }
  },
)

export const submitted = on(formSubmitted, 'forms.submitted', (ctx, { submissionId }) =>
  enqueue(ctx, read, { submissionId }),
)

/** What was begun and never sent goes when its time is over. */
export const forgetting = every('37 2 * * *', 'forms.forget', forgetExpired)
