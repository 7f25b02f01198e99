import { every } from '#kernel/jobs.ts'
import { announceLeft, withLeft } from './service/positions.ts'
import { forgetWatches, withOldWatches } from './service.ts'

export const forgettingWatches = every('23 0 * * *', 'videos.forget-watches', forgetWatches, withOldWatches)
export const announcingLeft = every('41 15 * * *', 'videos.left', announceLeft, withLeft)
