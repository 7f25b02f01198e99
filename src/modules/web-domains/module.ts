import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'web-domains',
  topics: { webDomains: 'content.read' },
  statuses: { webDomain: { verified: 'green', waiting: 'yellow', missing: 'red' } },
})
