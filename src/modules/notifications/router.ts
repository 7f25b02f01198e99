import { expose } from '#kernel/expose.ts'
import { notifications } from './contract.ts'
import * as service from './service.ts'

export const notificationsRouter = expose(notifications, {
  list: service.list,
  read: service.read,
  readAll: service.readAll,
  preferences: service.preferences,
  prefer: service.prefer,
})
