import { task } from '#kernel/jobs.ts'
import { pageRound } from './service/paging.ts'
import { escalate } from './tasks.ts'

export const escalating = task(escalate, (ctx, { id, round }) => ctx.tx(tx => pageRound(tx, id, round)))
