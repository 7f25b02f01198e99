import { z } from 'zod'
import { enqueue, every, on, task } from '#kernel/jobs.ts'
import { afterCall } from './campaigns/service/opt-out-guard.ts'
import { robocallEnded } from './events.ts'
import { accountsWithSilentCalls, listSilentCalls, lookUpCall } from './service/lookup.ts'

export const onCallEnded = on(robocallEnded, 'robocalls.call-ended', afterCall)

/** A call of which no webhook tells is looked up, and never placed again for that. */
export const lookingUp = task('robocalls.look-up', z.object({ id: z.uuid() }), (ctx, { id }) => lookUpCall(ctx, id))
export const lookUpSilent = every(
  '*/5 * * * *',
  'robocalls.silent',
  async ctx => {
    for (const one of await listSilentCalls(ctx)) await enqueue(ctx, lookingUp, one)
  },
  accountsWithSilentCalls,
)
