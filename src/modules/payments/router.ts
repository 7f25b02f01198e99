import { expose } from '#kernel/expose.ts'
import { paymentSettings } from './gateways/contract.ts'
import * as gateways from './gateways/service.ts'
import { events, replay } from './service/webhook-events.ts'

export const paymentSettingsRouter = expose(paymentSettings, { ...gateways, events, replay })
