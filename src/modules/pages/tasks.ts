import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** Measures a picture that was put on a page. */
export const measurePicture = declareTask('pages.measure', z.object({ fileId: z.uuid() }))
