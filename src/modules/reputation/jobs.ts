import { every, task } from '#kernel/jobs.ts'
import { publishWaitingResponse } from './service/responses.ts'
import { accountsWithDueReviews, enqueueDueSources, syncSource } from './service/sync.ts'
import * as tasks from './tasks.ts'

/** What a review says may be a sign of danger: the alert is written no matter who may read it. */
export const syncing = task(tasks.syncReviews, (ctx, { sourceId }) => syncSource(ctx, sourceId), {
  rights: ['pastoral'],
})
export const publishing = task(tasks.publishResponse, (ctx, { reviewId }, { last }) =>
  publishWaitingResponse(ctx, reviewId, !last),
)
export const due = every('*/5 * * * *', 'reputation.due', enqueueDueSources, accountsWithDueReviews)
