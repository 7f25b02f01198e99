import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'notifications',
  topics: {
    notifications: 'people.basic',
  },
})
