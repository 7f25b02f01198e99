import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

/** It can be watched from now on; announced once for each time that it was processed. */
export const videoReady = event('video.ready', z.object({ videoId: z.uuid() }))
