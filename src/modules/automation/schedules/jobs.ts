import { every } from '#kernel/jobs.ts'
import { accountsWithSchedules, startScheduledRuns } from './service.ts'

/** Hours come a quarter of an hour apart in some time zones. */
export const scheduled = every('*/15 * * * *', 'automation.scheduled', startScheduledRuns, accountsWithSchedules)
