import { every } from '#kernel/jobs.ts'
import { forgetWatches, withOldWatches } from './service.ts'

export const forgettingWatches = every('23 0 * * *', 'videos.forget-watches', forgetWatches, withOldWatches)
