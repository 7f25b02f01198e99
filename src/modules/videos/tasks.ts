import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** `run` says which time it is: one that was canceled or asked for again is let go. */
export const processVideo = declareTask(
  'videos.process',
  z.object({ videoId: z.uuid(), run: z.number().int().positive() }),
  { expireInSeconds: 3_600 },
)

/** By ffmpeg, where the server has it: hours for a long film, in the background of everything else. */
export const convertVideo = declareTask(
  'videos.convert',
  z.object({ videoId: z.uuid(), run: z.number().int().positive() }),
  { expireInSeconds: 21_600, retryLimit: 2 },
)
