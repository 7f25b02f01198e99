import { plans } from '#billing/plans/contract.ts'
import { products } from '#billing/products/contract.ts'
import { subscriptions } from '#billing/selling/contract.ts'
import { subscription } from '#billing/subscriptions/contract.ts'
import { audit, trail } from '#clients/audit/contract.ts'
import { church, clients, invitations, members } from '#clients/contract.ts'
import { exports } from '#clients/exports/contract.ts'
import { operator } from '#clients/operator/contract.ts'
import { topics } from '#consent/topics/contract.ts'
import { conversations } from '#conversations/contract.ts'
import { newsletterArchive } from '#email/archive/contract.ts'
import { newsletters } from '#email/campaigns/contract.ts'
import { joining } from '#email/joining/contract.ts'
import { emailCampaigns } from '#email/mailings/contract.ts'
import { campaigns } from '#email/overview/contract.ts'
import { preferences } from '#email/preferences/contract.ts'
import { newsletterSubscribers } from '#email/subscribers/contract.ts'
import { emailTemplates } from '#email/templates/contract.ts'
import { unsubscribing } from '#email/unsubscribing/contract.ts'
import { leads } from '#leads/contract.ts'
import { outbox } from '#messaging/contract.ts'
import { sendingDomains } from '#messaging/domains/contract.ts'
import { notifications } from '#notifications/contract.ts'
import { audience } from '#people/audience/contract.ts'
import { people } from '#people/contract.ts'
import { duplicates } from '#people/duplicates/contract.ts'
import { households } from '#people/households/contract.ts'
import { imports } from '#people/import/contract.ts'
import { groups, tags } from '#people/labels/contract.ts'
import { notes, timeline } from '#people/notes/contract.ts'
import { segments } from '#people/segments/contract.ts'
import { tasks } from '#people/tasks/contract.ts'
import { providerHealth } from '#platform-admin/providers/contract.ts'
import { queues } from '#platform-admin/queues/contract.ts'
import { supportChat, supportDesk } from '#site/chat/contract.ts'
import { contact } from '#site/contact/contract.ts'
import { status } from '#site/contract.ts'
import { incidents } from '#site/incidents/contract.ts'
import { submissions } from '#site/submissions/contract.ts'

/** Every call of the REST API. */
export const contract = {
  clients,
  church,
  members,
  invitations,
  exports,
  operator,
  audit,
  trail,
  people,
  tags,
  groups,
  households,
  segments,
  audience,
  notes,
  timeline,
  tasks,
  imports,
  duplicates,
  leads,
  conversations,
  notifications,
  outbox,
  status,
  contact,
  supportChat,
  supportDesk,
  plans,
  subscription,
  products,
  subscriptions,
  campaigns,
  emailCampaigns,
  emailTemplates,
  sendingDomains,
  topics,
  newsletters,
  newsletterSubscribers,
  newsletterArchive,
  unsubscribing,
  preferences,
  joining,
  submissions,
  incidents,
  providerHealth,
  queues,
}
