import { every } from '#kernel/jobs.ts'
import { dueForPurge, purge } from './service.ts'

export const purging = every('51 3 * * *', 'content-calendar.purge', purge, dueForPurge)
