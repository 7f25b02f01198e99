import { every } from '#kernel/jobs.ts'
import { accountsWithPurgeableCourses, purgeDeletedCourses } from './service/purge.ts'

export const purgingCourses = every('47 3 * * *', 'courses.purge', purgeDeletedCourses, accountsWithPurgeableCourses)
