import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

export const syncReviews = declareTask('reputation.sync', z.object({ sourceId: z.uuid() }))
export const publishResponse = declareTask('reputation.publish', z.object({ reviewId: z.uuid() }), {
  retryLimit: 8,
  retryDelay: 10,
  retryBackoff: true,
})
