import { every, task } from '#kernel/jobs.ts'
import { measure } from './pictures/service.ts'
import { runSchedules, whoseHourHasCome } from './service/publishing.ts'
import { dueForPurge, purge } from './service.ts'
import { measurePicture } from './tasks.ts'

export const purging = every('43 3 * * *', 'pages.purge', purge, dueForPurge)
export const scheduling = every('* * * * *', 'pages.schedules', runSchedules, whoseHourHasCome)
export const measuring = task(measurePicture, (ctx, { fileId }) => measure(ctx, fileId))
