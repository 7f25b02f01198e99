import apiAccess from '#api-access/module.ts'
import assistant from '#assistant/module.ts'
import attendance from '#attendance/module.ts'
import automation from '#automation/module.ts'
import bibleStudies from '#bible-studies/module.ts'
import billing from '#billing/module.ts'
import businessCards from '#business-cards/module.ts'
import calendar from '#calendar/module.ts'
import callRules from '#call-rules/module.ts'
import campaigns from '#campaigns/module.ts'
import cardNumbers from '#card-numbers/module.ts'
import churchYear from '#church-year/module.ts'
import clients from '#clients/module.ts'
import closures from '#closures/module.ts'
import consent from '#consent/module.ts'
import contentCalendar from '#content-calendar/module.ts'
import conversations from '#conversations/module.ts'
import courses from '#courses/module.ts'
import crisis from '#crisis/module.ts'
import dashboard from '#dashboard/module.ts'
import documents from '#documents/module.ts'
import donations from '#donations/module.ts'
import email from '#email/module.ts'
import entitlements from '#entitlements/module.ts'
import files from '#files/module.ts'
import forms from '#forms/module.ts'
import funnels from '#funnels/module.ts'
import identity from '#identity/module.ts'
import imports from '#imports/module.ts'
import { type Manifest, plugInModules } from '#kernel/modules.ts'
import languageModels from '#language-models/module.ts'
import leads from '#leads/module.ts'
import learning from '#learning/module.ts'
import ledger from '#ledger/module.ts'
import links from '#links/module.ts'
import liveChat from '#live-chat/module.ts'
import membership from '#membership/module.ts'
import messaging from '#messaging/module.ts'
import notifications from '#notifications/module.ts'
import pages from '#pages/module.ts'
import pathways from '#pathways/module.ts'
import payments from '#payments/module.ts'
import people from '#people/module.ts'
import platformAdmin from '#platform-admin/module.ts'
import podcasts from '#podcasts/module.ts'
import portal from '#portal/module.ts'
import prayer from '#prayer/module.ts'
import publicPage from '#public-page/module.ts'
import qrCodes from '#qr-codes/module.ts'
import realtime from '#realtime/module.ts'
import reputation from '#reputation/module.ts'
import robocalls from '#robocalls/module.ts'
import scripture from '#scripture/module.ts'
import sermons from '#sermons/module.ts'
import site from '#site/module.ts'
import sms from '#sms/module.ts'
import telephony from '#telephony/module.ts'
import videos from '#videos/module.ts'
import webDomains from '#web-domains/module.ts'
import webhooks from '#webhooks/module.ts'

/** Every module's manifest for screens; readers ask kernel/modules.ts. */
export const modules: Manifest[] = [
  dashboard,
  leads,
  people,
  imports,
  conversations,
  crisis,
  calendar,
  assistant,
  attendance,
  churchYear,
  liveChat,
  site,
  publicPage,
  portal,
  podcasts,
  prayer,
  forms,
  email,
  callRules,
  campaigns,
  sms,
  telephony,
  messaging,
  documents,
  ledger,
  payments,
  donations,
  links,
  closures,
  consent,
  clients,
  apiAccess,
  identity,
  billing,
  entitlements,
  files,
  notifications,
  realtime,
  scripture,
  languageModels,
  sermons,
  bibleStudies,
  contentCalendar,
  platformAdmin,
  webDomains,
  webhooks,
  automation,
  pages,
  businessCards,
  cardNumbers,
  qrCodes,
  funnels,
  videos,
  courses,
  learning,
  membership,
  pathways,
  reputation,
  robocalls,
]

plugInModules(modules)
