import { every } from '#kernel/jobs.ts'
import { dueForPurge, purgeOld } from './service/purging.ts'

export const purgingVideos = every('43 3 * * *', 'videos.purge', purgeOld, dueForPurge)
