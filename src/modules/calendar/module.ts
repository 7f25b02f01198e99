import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'calendar',
  notificationKinds: { appointment: { label: 'A guest books, moves or cancels an appointment with you', mail: true } },
  statuses: {
    appointment: { pending: 'yellow', confirmed: 'green', completed: 'blue', cancelled: 'grey', no_show: 'red' },
  },
  topics: { calendar: 'calendar.read' },
})
