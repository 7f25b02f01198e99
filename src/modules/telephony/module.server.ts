import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { carrierSettings } from './account/contract.ts'
import { calls } from './calls/contract.ts'
import { telephony } from './contract.ts'
import { callEnded } from './events.ts'
import { telephonyRoutes } from './http.ts'
import { voiceMenus } from './ivr/contract.ts'
import * as jobs from './jobs.ts'
import { phoneNumbers } from './numbers/contract.ts'
import {
  callsRouter,
  carrierSettingsRouter,
  carrierWebhooksRouter,
  phoneNumbersRouter,
  softphoneRouter,
  telephonyRouter,
  textsRouter,
  voiceMenusRouter,
} from './router.ts'
import { buyDemoNumbers, seedTelephony } from './seed.ts'
import { callMerge } from './service/merge.ts'
import { callTriggers } from './service/workflow-pieces.ts'
import { softphone } from './softphone/contract.ts'
import * as tasks from './tasks.ts'
import { texts } from './texts/contract.ts'
import { carrierWebhooks } from './webhooks/contract.ts'

export default defineServerModule({
  name: 'telephony',
  workflowTriggers: callTriggers,
  mergePolicy: callMerge,
  contract: {
    telephony,
    phoneNumbers,
    calls,
    texts,
    carrierSettings,
    carrierWebhooks: carrierWebhooks,
    voiceMenus,
    softphone,
  },
  router: {
    telephony: telephonyRouter,
    phoneNumbers: phoneNumbersRouter,
    calls: callsRouter,
    texts: textsRouter,
    carrierSettings: carrierSettingsRouter,
    carrierWebhooks: carrierWebhooksRouter,
    voiceMenus: voiceMenusRouter,
    softphone: softphoneRouter,
  },
  jobs: [jobs],
  tasks: [tasks],
  http: telephonyRoutes,
  seed: [
    seed({
      name: 'telephony',
      after: ['conversations'],
      prepare: buyDemoNumbers,
      run: (ctx, { userIds }, bought) => seedTelephony(ctx, { userIds, bought }),
    }),
  ],
  webhookEvents: {
    'call.ended': webhookEvent({
      event: callEnded,
      summary: 'A call ended, or its recording or transcript arrived',
      read: ['calls', 'get'],
      input: ({ id }) => ({ id }),
    }),
  },
  internalEvents: {
    'telephony.notice-stored': 'A message of the carrier that waits to be processed',
    'telephony.call-started': 'Asks the carrier how a call goes on',
    'telephony.text-written': 'Files a text in its conversation',
  },
})
