import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'api-access',
  statuses: {
    apiKey: { active: 'green', inactive: 'grey', expired: 'grey', revoked: 'red' },
  },
  topics: {
    api: 'api.write',
  },
})
