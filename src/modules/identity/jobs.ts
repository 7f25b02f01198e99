import { every, operatorAccountOnly, task } from '#kernel/jobs.ts'
import { asIdentity } from '#kernel/run.ts'
import { purgeOAuth } from './oauth/service/tokens.ts'
import { answerRequest } from './recovery/service.ts'
import { sendLink } from './tasks.ts'

export const sendingLink = task(sendLink, (ctx, { requestId }) =>
  asIdentity(ctx.requestId, identity => answerRequest(identity, requestId)),
)

export const purgingOAuth = every(
  '41 3 * * *',
  'identity.purge-oauth',
  ctx => asIdentity(ctx.requestId, purgeOAuth),
  operatorAccountOnly,
)
