import { expose } from '#kernel/expose.ts'
import { carrierSettings } from './account/contract.ts'
import * as account from './account/service.ts'
import { calls } from './calls/contract.ts'
import { playRecording, removeRecording } from './calls/service/recordings.ts'
import * as callsService from './calls/service.ts'
import { telephony } from './contract.ts'
import { voiceMenus } from './ivr/contract.ts'
import * as menus from './ivr/service.ts'
import { phoneNumbers } from './numbers/contract.ts'
import * as numbers from './numbers/service.ts'
import * as service from './service.ts'
import { softphone } from './softphone/contract.ts'
import * as softphoneService from './softphone/service.ts'
import { texts } from './texts/contract.ts'
import * as textsService from './texts/service.ts'
import { carrierWebhooks } from './webhooks/contract.ts'
import * as notices from './webhooks/service.ts'

export const telephonyRouter = expose(telephony, service)
export const phoneNumbersRouter = expose(phoneNumbers, numbers)
export const callsRouter = expose(calls, {
  ...callsService,
  play: playRecording,
  removeRecording,
  export: callsService.exportCsv,
})
export const textsRouter = expose(texts, { ...textsService, export: textsService.exportCsv })
export const carrierSettingsRouter = expose(carrierSettings, account)
export const carrierWebhooksRouter = expose(carrierWebhooks, notices)
export const voiceMenusRouter = expose(voiceMenus, menus)
export const softphoneRouter = expose(softphone, softphoneService)
