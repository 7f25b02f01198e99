import { on, task } from '#kernel/jobs.ts'
import { giftChanged, giftRecorded } from '../events.ts'
import { confirmGift } from '../giving/service/confirmation.ts'
import { flagOutdated } from './service/outdated.ts'
import { mailAll, makeAll } from './service.ts'
import { mailStatements, makeStatements } from './tasks.ts'

const seesGifts = { rights: ['giving'] } as const

export const making = task(makeStatements, (ctx, payload, { signal }) => makeAll(ctx, payload, signal), seesGifts)
export const mailing = task(mailStatements, mailAll, seesGifts)
/** What a refund, a dispute or a correction leaves wrong on paper. */
export const outdated = on(giftChanged, 'donations.statement-outdated', flagOutdated, seesGifts)
export const receipted = on(giftRecorded, 'donations.receipt', confirmGift, seesGifts)
