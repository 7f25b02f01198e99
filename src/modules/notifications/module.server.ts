import { defineServerModule } from '#kernel/server-modules.ts'
import { notifications } from './contract.ts'
import { notificationsRouter } from './router.ts'

export default defineServerModule({
  name: 'notifications',
  contract: { notifications },
  router: { notifications: notificationsRouter },
})
