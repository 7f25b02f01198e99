import { plansRouter, productsRouter, subscriptionRouter, subscriptionsRouter } from '#billing/router.ts'
import { churchRouter, clientsRouter, invitationsRouter, membersRouter } from '#clients/router.ts'
import {
  newsletterArchiveRouter,
  newsletterSubscribersRouter,
  newslettersRouter,
  unsubscribingRouter,
} from '#email/router.ts'
import { leadsRouter } from '#leads/router.ts'
import { outboxRouter } from '#messaging/router.ts'
import { notificationsRouter } from '#notifications/router.ts'
import { duplicatesRouter } from '#people/duplicates/router.ts'
import { importsRouter } from '#people/import/router.ts'
import {
  groupsRouter,
  householdsRouter,
  notesRouter,
  peopleRouter,
  tagsRouter,
  tasksRouter,
  timelineRouter,
} from '#people/router.ts'
import { contactRouter, statusRouter, supportChatRouter, supportDeskRouter } from '#site/router.ts'

export const router = {
  clients: clientsRouter,
  church: churchRouter,
  members: membersRouter,
  invitations: invitationsRouter,
  people: peopleRouter,
  tags: tagsRouter,
  groups: groupsRouter,
  households: householdsRouter,
  notes: notesRouter,
  timeline: timelineRouter,
  tasks: tasksRouter,
  imports: importsRouter,
  duplicates: duplicatesRouter,
  leads: leadsRouter,
  notifications: notificationsRouter,
  outbox: outboxRouter,
  status: statusRouter,
  contact: contactRouter,
  supportChat: supportChatRouter,
  supportDesk: supportDeskRouter,
  plans: plansRouter,
  subscription: subscriptionRouter,
  products: productsRouter,
  subscriptions: subscriptionsRouter,
  newsletters: newslettersRouter,
  newsletterSubscribers: newsletterSubscribersRouter,
  newsletterArchive: newsletterArchiveRouter,
  unsubscribing: unsubscribingRouter,
}
