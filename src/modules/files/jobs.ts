import { z } from 'zod'
import { enqueue, every, task } from '#kernel/jobs.ts'
import { expired, removeContent } from './service.ts'

export const remove = task('files.remove', z.object({ fileId: z.uuid() }), (ctx, { fileId }) =>
  removeContent(ctx, fileId),
)

/** Lists of people are not kept longer than they are needed. */
export const sweep = every('17 * * * *', 'files.sweep', async ctx => {
  for (const fileId of await expired(ctx)) await enqueue(ctx, remove, { fileId })
})
