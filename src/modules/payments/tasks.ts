import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'
import { gatewayNames } from './rules/gateways.ts'

const ById = z.object({ id: z.uuid() })

/** Acts on a stored webhook event. */
export const webhookEventTask = declareTask('payments.event', ById)
/** Asks the gateway the status of a payment. */
export const pollPaymentTask = declareTask('payments.look', ById)
/** Charges a kept method. */
export const chargePaymentTask = declareTask('payments.charge', ById)
/** Asks the gateway for a refund. */
export const sendRefundTask = declareTask('payments.refund', ById)
/** Compares a gateway with the ledger. */
export const reconcileGatewayTask = declareTask('payments.reconcile', z.object({ gateway: z.enum(gatewayNames) }))
