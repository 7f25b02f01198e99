import { on, task } from '#kernel/jobs.ts'
import { giftChanged, giftRecorded } from '../events.ts'
import { confirmGift } from '../giving/service/confirmation.ts'
import { flagOutdatedReceipts } from './service/outdated-receipts.ts'
import { emailStatements, issueStatements } from './service.ts'
import { mailStatements, makeStatements } from './tasks.ts'

const seesGifts = { rights: ['giving'] } as const

export const making = task(
  makeStatements,
  (ctx, payload, { signal }) => issueStatements(ctx, payload, signal),
  seesGifts,
)
export const mailing = task(mailStatements, emailStatements, seesGifts)
/** What a refund, a dispute or a correction leaves wrong on paper. */
export const outdated = on(giftChanged, 'donations.statement-outdated', flagOutdatedReceipts, seesGifts)
export const receipted = on(giftRecorded, 'donations.receipt', confirmGift, seesGifts)
