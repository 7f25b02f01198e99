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
  panels: {
    person: [
      {
        label: 'Automation',
        order: 40,
        permission: 'automation.read',
        load: () => import('./widgets/automation-of-person.tsx').then(file => file.AutomationOfPerson),
      },
    ],
    message: [
      {
        label: 'Why',
        order: 10,
        permission: 'automation.read',
        load: () => import('./widgets/why-message.tsx').then(file => file.WhyMessage),
      },
    ],
  },
  topics: { automation: 'automation.read' },
})
