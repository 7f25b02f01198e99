import { task } from '#kernel/jobs.ts'
import { asIdentity } from '#kernel/run.ts'
import { answerRequest } from './recovery/service.ts'
import { sendLink } from './tasks.ts'

export const sendingLink = task(sendLink, (ctx, { requestId }) =>
  asIdentity(ctx.requestId, identity => answerRequest(identity, requestId)),
)
