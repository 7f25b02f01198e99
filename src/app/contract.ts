import { plans } from '#billing/plans/contract.ts'
import { products } from '#billing/products/contract.ts'
import { subscriptions } from '#billing/selling/contract.ts'
import { subscription } from '#billing/subscriptions/contract.ts'
import { audit, trail } from '#clients/audit/contract.ts'
import { church, clients, invitations, members } from '#clients/contract.ts'
import { exports } from '#clients/exports/contract.ts'
import { operator } from '#clients/operator/contract.ts'
import { stops } from '#consent/stops/contract.ts'
import { topics } from '#consent/topics/contract.ts'
import { conversations } from '#conversations/contract.ts'
import { conversationDrafts } from '#conversations/drafts/contract.ts'
import { scheduledAnswers } from '#conversations/later/contract.ts'
import { macros } from '#conversations/macros/contract.ts'
import { snippets } from '#conversations/snippets/contract.ts'
import { conversationViews } from '#conversations/views/contract.ts'
import { newsletterArchive } from '#email/archive/contract.ts'
import { newsletters } from '#email/campaigns/contract.ts'
import { joining } from '#email/joining/contract.ts'
import { emailCampaigns } from '#email/mailings/contract.ts'
import { campaigns } from '#email/overview/contract.ts'
import { preferences } from '#email/preferences/contract.ts'
import { newsletterSubscribers } from '#email/subscribers/contract.ts'
import { emailTemplates } from '#email/templates/contract.ts'
import { unsubscribing } from '#email/unsubscribing/contract.ts'
import { mailArchive } from '#email/web/contract.ts'
import { forms } from '#forms/contract.ts'
import { formSubmissions } from '#forms/submissions/contract.ts'
import { unfinishedForms } from '#forms/unfinished/contract.ts'
import { leads } from '#leads/contract.ts'
import { outbox } from '#messaging/contract.ts'
import { sendingDomains } from '#messaging/domains/contract.ts'
import { notifications } from '#notifications/contract.ts'
import { audience } from '#people/audience/contract.ts'
import { people } from '#people/contract.ts'
import { duplicates } from '#people/duplicates/contract.ts'
import { personFields } from '#people/fields/contract.ts'
import { households } from '#people/households/contract.ts'
import { imports } from '#people/import/contract.ts'
import { groups, tags } from '#people/labels/contract.ts'
import { merges } from '#people/merging/contract.ts'
import { notes, timeline } from '#people/notes/contract.ts'
import { segments } from '#people/segments/contract.ts'
import { householdSuggestions } from '#people/suggestions/contract.ts'
import { tasks } from '#people/tasks/contract.ts'
import { yeses } from '#people/yeses/contract.ts'
import { providerHealth } from '#platform-admin/providers/contract.ts'
import { queues } from '#platform-admin/queues/contract.ts'
import { supportChat, supportDesk } from '#site/chat/contract.ts'
import { churchChat } from '#site/church-chat/contract.ts'
import { contact } from '#site/contact/contract.ts'
import { status } from '#site/contract.ts'
import { incidents } from '#site/incidents/contract.ts'
import { submissions } from '#site/submissions/contract.ts'
/** Every call of the REST API. */
import { smsCampaigns } from '#sms/campaigns/contract.ts'
import { smsKeywords } from '#sms/keywords/contract.ts'
import { smsRegistration } from '#sms/registration/contract.ts'
import { smsSeries } from '#sms/series/contract.ts'
import { smsSettings } from '#sms/settings/contract.ts'
import { smsTemplates } from '#sms/templates/contract.ts'
import { carrierSettings } from '#telephony/account/contract.ts'
import { calls } from '#telephony/calls/contract.ts'
import { telephony } from '#telephony/contract.ts'
import { voiceMenus } from '#telephony/menus/contract.ts'
import { carrierNotices } from '#telephony/notices/contract.ts'
import { phoneNumbers } from '#telephony/numbers/contract.ts'
import { softphone } from '#telephony/softphone/contract.ts'
import { texts } from '#telephony/texts/contract.ts'

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
  personFields,
  tags,
  groups,
  households,
  segments,
  audience,
  householdSuggestions,
  notes,
  timeline,
  tasks,
  imports,
  duplicates,
  merges,
  leads,
  conversations,
  conversationDrafts,
  conversationViews,
  scheduledAnswers,
  snippets,
  macros,
  forms,
  formSubmissions,
  unfinishedForms,
  telephony,
  phoneNumbers,
  calls,
  texts,
  carrierSettings,
  carrierNotices,
  voiceMenus,
  softphone,
  notifications,
  outbox,
  status,
  smsCampaigns,
  smsTemplates,
  smsKeywords,
  smsRegistration,
  smsSeries,
  smsSettings,
  contact,
  supportChat,
  supportDesk,
  churchChat,
  plans,
  subscription,
  products,
  subscriptions,
  campaigns,
  emailCampaigns,
  emailTemplates,
  sendingDomains,
  topics,
  stops,
  yeses,
  newsletters,
  newsletterSubscribers,
  newsletterArchive,
  unsubscribing,
  mailArchive,
  preferences,
  joining,
  submissions,
  incidents,
  providerHealth,
  queues,
}
