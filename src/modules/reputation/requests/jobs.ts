import { every } from '#kernel/jobs.ts'
import { accountsWithDueFollowUps, sendDueFollowUps } from './service/resending.ts'

/** Who hasn't clicked for three days is asked once more, where the campaign says so. */
export const followingUp = every('*/10 * * * *', 'reputation.follow-up', sendDueFollowUps, accountsWithDueFollowUps)
