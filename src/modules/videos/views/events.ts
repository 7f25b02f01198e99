import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

const payload = z.object({ videoId: z.uuid(), libraryId: z.uuid(), personId: z.uuid() })

/** Someone who is signed in to the portal watched a video to its end, for the first time. */
export const videoFinished = event('video.finished', payload)
/** They began it, and three days later they have not gone on. Announced once for each video. */
export const videoLeft = event('video.left', payload)
