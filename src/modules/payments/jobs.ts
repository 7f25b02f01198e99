import { enqueue, every, task } from '#kernel/jobs.ts'
import { purgeTries, withOldTries } from './service/card-testing.ts'
import { usableGateways } from './service/gateways.ts'
import { handle } from './service/notices.ts'
import { reconcileGateway } from './service/reconcile.ts'
import { askAgain, sendRefund, whoseRefunds } from './service/refunds.ts'
import { charge, look, lookAtOpen, whoseOpen } from './service/settle.ts'
import { chargeNow, compare, handleEvent, lookAgain, refundNow } from './tasks.ts'

export const event = task(handleEvent, (ctx, { id }) => handle(ctx, id), { rights: ['giving'] })
export const looking = task(lookAgain, (ctx, { id }) => look(ctx, id), { rights: ['giving'] })
export const charging = task(chargeNow, (ctx, { id }) => charge(ctx, id), { rights: ['giving'] })
export const refunding = task(refundNow, (ctx, { id }) => sendRefund(ctx, id), { rights: ['giving'] })
export const comparing = task(compare, (ctx, { gateway }) => reconcileGateway(ctx, gateway), { rights: ['giving'] })

/** What nobody has told us about is asked for. */
export const sweep = every('*/10 * * * *', 'payments.sweep', lookAtOpen, whoseOpen, { rights: ['giving'] })

/** A refund whose gateway was down. */
export const refunds = every('*/10 * * * *', 'payments.refunds', askAgain, whoseRefunds, { rights: ['giving'] })

export const nightly = every(
  '47 4 * * *',
  'payments.compare',
  async ctx => {
    for (const { gateway } of await usableGateways(ctx)) await enqueue(ctx, compare, { gateway })
  },
  undefined,
  { rights: ['giving'] },
)

/** No limit looks back further than an hour. */
export const purgingTries = every('51 3 * * *', 'payments.forget-tries', purgeTries, withOldTries)
