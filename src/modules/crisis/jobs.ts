import { task } from '#kernel/jobs.ts'
import { notifyOfLook, pageRound } from './service/paging.ts'
import { escalate, remindOfLook } from './tasks.ts'

export const escalating = task(escalate, (ctx, { id, round }) => ctx.tx(tx => pageRound(tx, id, round)))
export const reminding = task(remindOfLook, (ctx, { id }) => ctx.tx(tx => notifyOfLook(tx, id, 'reminder')))
