import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'consent',
  statuses: {
    consent: { subscribed: 'green', unsubscribed: 'red', suppressed: 'red', unknown: 'grey' },
  },
})
