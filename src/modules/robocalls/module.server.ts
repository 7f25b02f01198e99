import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { robocalls } from './campaigns/contract.ts'
import { robocallsRouter } from './campaigns/router.ts'
import { robocallKind } from './campaigns/service/kind.ts'
import { robocallScheduled, robocallStarted } from './events.ts'
import { robocallRoutes } from './http.ts'
import * as jobs from './jobs.ts'
import { voiceScripts } from './scripts/contract.ts'
import { voiceScriptsRouter } from './scripts/router.ts'
import { seedRobocalls } from './seed.ts'
import { callActions } from './service/workflow-pieces.ts'

/** What is played in a campaign. */
const whole = {
  read: ['robocalls', 'get'] as const,
  input: ({ campaignId }: { campaignId: string }) => ({ id: campaignId }),
}

export default defineServerModule({
  name: 'robocalls',
  contract: { robocalls, voiceScripts },
  router: {
    robocalls: robocallsRouter,
    voiceScripts: voiceScriptsRouter,
  },
  jobs: [jobs],
  http: robocallRoutes,
  campaignKinds: [robocallKind],
  workflowActions: callActions,
  seed: [seed({ name: 'robocalls', after: ['histories'], run: seedRobocalls })],
  webhookEvents: {
    'robocall.scheduled': webhookEvent({
      event: robocallScheduled,
      summary: 'A call campaign was scheduled',
      ...whole,
      details: ({ at }) => ({ at }),
    }),
    'robocall.started': webhookEvent({
      event: robocallStarted,
      summary: 'A call campaign started, or continued after a pause',
      ...whole,
    }),
  },
  internalEvents: { 'robocall.ended': 'Makes room for the next call of a campaign' },
})
