import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** The carrier has a recording that is to be fetched. */
export const fetchRecordingLater = declareTask('telephony.fetch-recording', z.object({ id: z.uuid() }), {
  retryLimit: 8,
  retryDelay: 5,
  formerly: 'telephony.recorded',
})

/** A recording is to be gone, at the carrier as well. */
export const deleteRecordingLater = declareTask(
  'telephony.drop-recording',
  z.object({ sid: z.string(), transcriptSid: z.string().nullish() }),
  { formerly: 'telephony.dropped' },
)

/** Pictures came with a text. */
export const fetchMediaLater = declareTask(
  'telephony.fetch-media',
  z.object({ messageId: z.uuid(), urls: z.array(z.string()) }),
  { retryLimit: 8, retryDelay: 5, formerly: 'telephony.media' },
)
