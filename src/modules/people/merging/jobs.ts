import { every, on } from '#kernel/jobs.ts'
import { scanForDuplicates } from '../duplicates/service/duplicate-scan.ts'
import { personMerged } from './events.ts'
import { followAllMerges, followMerge, purgeOldMerges } from './service.ts'

export const onLateRows = on(personMerged, 'people.merged', (ctx, { mergeId }) => followMerge(ctx, mergeId))

/** At night, when nobody waits. */
export const nightly = every('40 7 * * *', 'people.possible-duplicates', async ctx => {
  await followAllMerges(ctx)
  await scanForDuplicates(ctx)
  await purgeOldMerges(ctx)
})
