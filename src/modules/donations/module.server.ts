import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { givingBatches } from './batches/contract.ts'
import { bankLines, bookkeeping } from './bookkeeping/contract.ts'
import { givingCampaigns } from './campaigns/contract.ts'
import { donors, gifts, giving } from './contract.ts'
import {
  giftChanged,
  giftRecorded,
  pledgeFulfilled,
  recurringBegan,
  recurringEnded,
  recurringFailed,
} from './events.ts'
import { funds } from './funds/contract.ts'
import { giftAid } from './gift-aid/contract.ts'
import { givingRoutes } from './giving/http.ts'
import { giftImports } from './imports/contract.ts'
import * as jobs from './jobs.ts'
import { pledges } from './pledges/contract.ts'
import { givingReceipts, receiptSettings } from './receipts/contract.ts'
import { recurringGifts } from './recurring/contract.ts'
import { recurringRoutes } from './recurring/http.ts'
import { listGatewayUses } from './recurring/service/gateway-uses.ts'
import { donationRouters } from './router.ts'
import { seedDonations } from './seed.ts'
import { givingTriggers } from './service/workflow-pieces.ts'
import { givingStatements } from './statements/contract.ts'
import { statementRoutes } from './statements/http.ts'
import * as statementJobs from './statements/jobs.ts'
import * as statementTasks from './statements/tasks.ts'
import { textGiving } from './text-to-give/contract.ts'

/** Read with the rights of the member who made the webhook: without giving.read nothing is told of a gift. */
const read = { read: ['gifts', 'get'] as const, input: ({ giftId }: { giftId: string }) => ({ id: giftId }) }

const receiving = { receiptSettings, givingReceipts, givingStatements, giftAid }

const readRecurring = {
  read: ['recurringGifts', 'get'] as const,
  input: ({ recurringId }: { recurringId: string }) => ({ id: recurringId }),
}

export default defineServerModule({
  name: 'donations',
  contract: {
    funds,
    givingCampaigns,
    gifts,
    givingBatches,
    pledges,
    donors,
    giving,
    textGiving,
    giftImports,
    ...receiving,
    bookkeeping,
    bankLines,
    recurringGifts,
  },
  workflowTriggers: givingTriggers,
  uses: listGatewayUses,
  router: donationRouters,
  jobs: [jobs, statementJobs],
  tasks: [statementTasks],
  http: [...givingRoutes, ...statementRoutes, ...recurringRoutes],
  seed: [seed({ name: 'donations', after: ['people'], run: seedDonations })],
  internalEvents: {
    'gift.arrived': 'The same as gift.recorded, for workflows',
    'gift.first': 'The gift itself is told of as gift.recorded',
  },
  webhookEvents: {
    'gift.recorded': webhookEvent({ event: giftRecorded, summary: 'A gift was received', ...read }),
    'recurring.began': webhookEvent({
      event: recurringBegan,
      summary: 'Someone began a recurring gift',
      ...readRecurring,
    }),
    'recurring.ended': webhookEvent({
      event: recurringEnded,
      summary: 'A recurring gift was canceled',
      ...readRecurring,
    }),
    'recurring.failed': webhookEvent({
      event: recurringFailed,
      summary: 'A charge of a recurring gift failed',
      ...readRecurring,
    }),
    'pledge.fulfilled': webhookEvent({
      event: pledgeFulfilled,
      summary: 'What was given reached what was pledged',
      read: ['pledges', 'get'],
      input: ({ pledgeId }: { pledgeId: string }) => ({ id: pledgeId }),
    }),
    'gift.changed': webhookEvent({ event: giftChanged, summary: 'A gift was corrected, voided or refunded', ...read }),
  },
})
