import { task } from '#kernel/jobs.ts'
import { convertVideo } from '../tasks.ts'
import { convert, giveUp } from './service.ts'

export const converting = task(convertVideo, async (ctx, work, { last }) => {
  try {
    await convert(ctx, work)
  } catch (error) {
    if (last) await ctx.tx(inner => giveUp(inner, work))
    throw error
  }
})
