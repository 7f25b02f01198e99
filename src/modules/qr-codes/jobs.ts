import { every } from '#kernel/jobs.ts'
import { dueForPurge, purge } from './service.ts'

export const purging = every('43 3 * * *', 'qr-codes.purge', purge, dueForPurge)
