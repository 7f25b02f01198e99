import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { leads } from './contract.ts'
import { leadAssigned, leadCreated, leadMoved, leadTouched } from './events.ts'
import * as jobs from './jobs.ts'
import { leadSettingsRouter, leadsRouter } from './router.ts'
import { seedLeads } from './seed.ts'
import { leadMerge } from './service/merge.ts'
import { leadActions, leadTriggers } from './service/workflow-pieces.ts'
import { leadSettings } from './settings/contract.ts'
import * as tasks from './tasks.ts'

/** What is sent of a lead. */
const whole = { read: ['leads', 'get'] as const, input: ({ leadId }: { leadId: string }) => ({ id: leadId }) }

export default defineServerModule({
  name: 'leads',
  workflowTriggers: leadTriggers,
  workflowActions: leadActions,
  mergePolicy: leadMerge,
  contract: { leads, leadSettings },
  router: { leads: leadsRouter, leadSettings: leadSettingsRouter },
  jobs: [jobs],
  tasks: [tasks],
  seed: [seed({ name: 'leads', after: ['people'], run: seedLeads })],
  webhookEvents: {
    'lead.created': webhookEvent({ event: leadCreated, summary: 'A lead was added', ...whole }),
    'lead.moved': webhookEvent({
      event: leadMoved,
      summary: 'A lead moved to another stage',
      ...whole,
      details: ({ from, to, outcome }) => ({ from, to, outcome }),
    }),
    'lead.touched': webhookEvent({
      event: leadTouched,
      summary: 'Someone called, wrote to or met a lead',
      ...whole,
      details: ({ touchId, kind, outcome }) => ({ touchId, kind, outcome }),
    }),
    'lead.assigned': webhookEvent({
      event: leadAssigned,
      summary: 'A lead was assigned to a member',
      ...whole,
      details: ({ assignedTo }) => ({ assignedTo }),
    }),
  },
})
