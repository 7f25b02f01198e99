import { expose } from '#kernel/expose.ts'
import { webhookDeliveries, webhookEndpoints } from './contract.ts'
import { create, events, list, listDeliveries, remove, replay, rotateSecret, test, update } from './service.ts'

export const webhookEndpointsRouter = expose(webhookEndpoints, {
  list,
  create,
  update,
  remove,
  rotateSecret,
  test,
  events,
})
export const webhookDeliveriesRouter = expose(webhookDeliveries, { list: listDeliveries, replay })
