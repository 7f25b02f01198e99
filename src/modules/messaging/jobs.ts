import { z } from 'zod'
import { enqueue, every, task } from '#kernel/jobs.ts'
import { check, idsOf } from './domains/service/setup.ts'

/** Records change hands: what was verified is looked at again every night. */
export const checkingDomain = task('messaging.check-domain', z.object({ id: z.uuid() }), async (ctx, { id }) => {
  await check(ctx, { id })
})
export const everyNight = every('17 3 * * *', 'messaging.domains', async ctx => {
  for (const { id } of await idsOf(ctx)) await enqueue(ctx, checkingDomain, { id })
})
