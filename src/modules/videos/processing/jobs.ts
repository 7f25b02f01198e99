import { task } from '#kernel/jobs.ts'
import { processVideo } from '../tasks.ts'
import { failProcessing, processUpload } from './service.ts'

export const processing = task(processVideo, async (ctx, work, { last }) => {
  try {
    await processUpload(ctx, work)
  } catch (error) {
    if (last) await ctx.tx(inner => failProcessing(inner, work))
    throw error
  }
})
