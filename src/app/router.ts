import { churchRouter, clientsRouter, invitationsRouter, membersRouter } from '#clients/router.ts'
import { leadsRouter } from '#leads/router.ts'
import { outboxRouter } from '#messaging/router.ts'
import { notificationsRouter } from '#notifications/router.ts'

export const router = {
  clients: clientsRouter,
  church: churchRouter,
  members: membersRouter,
  invitations: invitationsRouter,
  leads: leadsRouter,
  notifications: notificationsRouter,
  outbox: outboxRouter,
}
