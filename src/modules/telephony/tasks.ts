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

/** Someone on call is rung up, and told that they are needed. */
export const ringOnCall = declareTask(
  'telephony.page',
  z.object({ pageId: z.uuid(), phone: z.string(), isTest: z.boolean() }),
  {
    retryLimit: 3,
  },
)
