import { every } from '#kernel/jobs.ts'
import { dueForPurge, purgeOld } from './service/purging.ts'

export const purgingCourses = every('47 3 * * *', 'courses.purge', purgeOld, dueForPurge)
