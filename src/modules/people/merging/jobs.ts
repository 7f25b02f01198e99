import { every, on } from '#kernel/jobs.ts'
import { findPairs } from '../duplicates/service/duplicate-scan.ts'
import { personMerged } from './events.ts'
import { follow, followAll, forgetOld } from './service.ts'

export const late = on(personMerged, 'people.merged', (ctx, { mergeId }) => follow(ctx, mergeId))

/** At night, when nobody waits. */
export const nightly = every('40 7 * * *', 'people.possible-duplicates', async ctx => {
  await followAll(ctx)
  await findPairs(ctx)
  await forgetOld(ctx)
})
