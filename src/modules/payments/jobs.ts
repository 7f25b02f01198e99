import { enqueue, every, task } from '#kernel/jobs.ts'
import { accountsWithOldTries, purgeTries } from './service/card-testing.ts'
import { usableGateways } from './service/gateways.ts'
import { accountsWithOpenPayments, chargePayment, pollOpenPayments, pollPayment } from './service/payment-status.ts'
import { reconcileGateway } from './service/reconciliation.ts'
import { accountsWithUnansweredRefunds, retryUnansweredRefunds, sendRefund } from './service/refunds.ts'
import { processWebhookEvent } from './service/webhook-events.ts'
import { chargePaymentTask, pollPaymentTask, reconcileGatewayTask, sendRefundTask, webhookEventTask } from './tasks.ts'

export const processEvent = task(webhookEventTask, (ctx, { id }) => processWebhookEvent(ctx, id), {
  rights: ['giving'],
})
export const pollPayments = task(pollPaymentTask, (ctx, { id }) => pollPayment(ctx, id), { rights: ['giving'] })
export const chargePayments = task(chargePaymentTask, (ctx, { id }) => chargePayment(ctx, id), { rights: ['giving'] })
export const sendRefunds = task(sendRefundTask, (ctx, { id }) => sendRefund(ctx, id), { rights: ['giving'] })
export const reconcileGateways = task(reconcileGatewayTask, (ctx, { gateway }) => reconcileGateway(ctx, gateway), {
  rights: ['giving'],
})

/** What nobody has told us about is asked for. */
export const sweep = every('*/10 * * * *', 'payments.sweep', pollOpenPayments, accountsWithOpenPayments, {
  rights: ['giving'],
})

/** A refund whose gateway was down. */
export const refunds = every(
  '*/10 * * * *',
  'payments.refunds',
  retryUnansweredRefunds,
  accountsWithUnansweredRefunds,
  { rights: ['giving'] },
)

export const nightly = every(
  '47 4 * * *',
  'payments.compare',
  async ctx => {
    for (const { gateway } of await usableGateways(ctx)) await enqueue(ctx, reconcileGatewayTask, { gateway })
  },
  undefined,
  { rights: ['giving'] },
)

/** No limit looks back further than an hour. */
export const purgeOldTries = every('51 3 * * *', 'payments.forget-tries', purgeTries, accountsWithOldTries)
