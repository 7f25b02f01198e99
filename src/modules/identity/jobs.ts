import { z } from 'zod'
import { enqueue, on, task } from '#kernel/jobs.ts'
import { asIdentity } from '#kernel/run.ts'
import { linkRequested } from './events.ts'
import { answerRequest } from './recovery/service.ts'

export const sendLink = task('identity.send-link', z.object({ requestId: z.uuid() }), (ctx, { requestId }) =>
  asIdentity(ctx.requestId, identity => answerRequest(identity, requestId)),
)

export const requested = on(linkRequested, 'identity.link-requested', (ctx, { requestId }) =>
  enqueue(ctx, sendLink, { requestId }),
)
