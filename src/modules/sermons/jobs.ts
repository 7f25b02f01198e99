import { task } from '#kernel/jobs.ts'
import { failGeneration, runGeneration } from './service/generating.ts'
import { generateSermon } from './tasks.ts'

export const generating = task(generateSermon, async (ctx, work, { last }) => {
  try {
    await runGeneration(ctx, work)
  } catch (error) {
    if (last) await ctx.tx(inner => failGeneration(inner, work))
    throw error
  }
})
