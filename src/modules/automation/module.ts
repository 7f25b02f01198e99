import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'automation',
  statuses: {
    workflow: { draft: 'grey', active: 'green', paused: 'yellow', archived: 'grey' },
    run: {
      running: 'blue',
      waiting: 'blue',
      frozen: 'yellow',
      completed: 'green',
      failed: 'red',
      cancelled: 'grey',
      exited: 'grey',
    },
  },
  notificationKinds: {
    automation: { label: 'Workflows that were paused', mail: true },
    approval: { label: 'Workflows that ask you', mail: true },
  },
  topics: { automation: 'automation.read' },
})
