import { defineServerModule, webhookEvent } from '#kernel/server-modules.ts'
import { consentGranted } from './events.ts'
import { suppressionsRouter, topicsRouter } from './router.ts'
import { personOfConsent } from './service.ts'
import { suppressions } from './suppressions/contract.ts'
import { topics } from './topics/contract.ts'

export default defineServerModule({
  name: 'consent',
  contract: { topics, suppressions: suppressions },
  router: { topics: topicsRouter, suppressions: suppressionsRouter },
  webhookEvents: {
    'consent.granted': webhookEvent({
      event: consentGranted,
      summary: 'A person opted in to a topic; the data is all of their consents',
      read: ['consents', 'of'],
      input: async ({ consentId }, ctx) => {
        const personId = await personOfConsent(ctx, consentId)
        return personId ? { personId } : null
      },
      details: ({ consentId }) => ({ consentId }),
    }),
  },
})
