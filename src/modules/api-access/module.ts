import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'api-access',
  statuses: {
    apiKey: { active: 'green', inactive: 'grey', expired: 'grey', revoked: 'red' },
  },
  topics: {
    api: 'api.write',
  },
  panels: {
    settings: [
      {
        section: 'API',
        label: 'API keys',
        order: 10,
        permission: 'api.write',
        load: () => import('./widgets/api-keys.tsx').then(file => file.ApiKeys),
      },
    ],
  },
})
