import { plansRouter, productsRouter, subscriptionRouter, subscriptionsRouter } from '#billing/router.ts'
import {
  auditRouter,
  churchRouter,
  clientsRouter,
  exportsRouter,
  invitationsRouter,
  membersRouter,
  operatorRouter,
  trailRouter,
} from '#clients/router.ts'
import {
  conversationsRouter,
  conversationViewsRouter,
  macrosRouter,
  scheduledAnswersRouter,
  snippetsRouter,
} from '#conversations/router.ts'
import {
  newsletterArchiveRouter,
  newsletterSubscribersRouter,
  newslettersRouter,
  unsubscribingRouter,
} from '#email/router.ts'
import { formSubmissionsRouter, formsRouter } from '#forms/router.ts'
import { leadsRouter } from '#leads/router.ts'
import { outboxRouter } from '#messaging/router.ts'
import { notificationsRouter } from '#notifications/router.ts'
import { duplicatesRouter } from '#people/duplicates/router.ts'
import { importsRouter } from '#people/import/router.ts'
import {
  audienceRouter,
  groupsRouter,
  householdSuggestionsRouter,
  householdsRouter,
  notesRouter,
  peopleRouter,
  segmentsRouter,
  tagsRouter,
  tasksRouter,
  timelineRouter,
} from '#people/router.ts'
import { providerHealthRouter, queuesRouter } from '#platform-admin/router.ts'
import {
  contactRouter,
  incidentsRouter,
  statusRouter,
  submissionsRouter,
  supportChatRouter,
  supportDeskRouter,
} from '#site/router.ts'
import { smsCampaignsRouter, smsKeywordsRouter, smsSettingsRouter, smsTemplatesRouter } from '#sms/router.ts'
import {
  callsRouter,
  carrierNoticesRouter,
  carrierSettingsRouter,
  phoneNumbersRouter,
  telephonyRouter,
  textsRouter,
} from '#telephony/router.ts'

export const router = {
  clients: clientsRouter,
  church: churchRouter,
  members: membersRouter,
  invitations: invitationsRouter,
  exports: exportsRouter,
  operator: operatorRouter,
  audit: auditRouter,
  trail: trailRouter,
  people: peopleRouter,
  tags: tagsRouter,
  groups: groupsRouter,
  households: householdsRouter,
  segments: segmentsRouter,
  audience: audienceRouter,
  householdSuggestions: householdSuggestionsRouter,
  notes: notesRouter,
  timeline: timelineRouter,
  tasks: tasksRouter,
  imports: importsRouter,
  duplicates: duplicatesRouter,
  leads: leadsRouter,
  conversations: conversationsRouter,
  conversationViews: conversationViewsRouter,
  scheduledAnswers: scheduledAnswersRouter,
  snippets: snippetsRouter,
  macros: macrosRouter,
  forms: formsRouter,
  formSubmissions: formSubmissionsRouter,
  telephony: telephonyRouter,
  phoneNumbers: phoneNumbersRouter,
  calls: callsRouter,
  texts: textsRouter,
  carrierSettings: carrierSettingsRouter,
  carrierNotices: carrierNoticesRouter,
  notifications: notificationsRouter,
  outbox: outboxRouter,
  status: statusRouter,
  smsCampaigns: smsCampaignsRouter,
  smsTemplates: smsTemplatesRouter,
  smsKeywords: smsKeywordsRouter,
  smsSettings: smsSettingsRouter,
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
  submissions: submissionsRouter,
  incidents: incidentsRouter,
  providerHealth: providerHealthRouter,
  queues: queuesRouter,
}
