import { absent } from '#kernel/failure.ts'
import { enqueue, every, task } from '#kernel/jobs.ts'
import { check, idsOf, whoseDomains } from './service.ts'
import { checkDomain } from './tasks.ts'

export const everyNight = every(
  '31 3 * * *',
  'web-domains.nightly',
  async ctx => {
    for (const { id } of await idsOf(ctx)) await enqueue(ctx, checkDomain, { id })
  },
  whoseDomains,
)
export const checking = task(checkDomain, async (ctx, { id }) => {
  await check(ctx, { id }).catch(absent)
})
