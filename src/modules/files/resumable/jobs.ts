import { z } from 'zod'
import { enqueue, every, task } from '#kernel/jobs.ts'
import { purge, stale } from './service.ts'

export const removeUpload = task('uploads.purge', z.object({ uploadId: z.uuid() }), (ctx, { uploadId }) =>
  purge(ctx, uploadId),
)

/** What nobody went on with for a day. */
export const sweepUploads = every('27 * * * *', 'uploads.sweep', async ctx => {
  for (const uploadId of await stale(ctx)) await enqueue(ctx, removeUpload, { uploadId })
})
