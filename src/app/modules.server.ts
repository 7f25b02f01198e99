import apiAccess from '#api-access/module.server.ts'
import assistant from '#assistant/module.server.ts'
import attendance from '#attendance/module.server.ts'
import automation from '#automation/module.server.ts'
import bibleStudies from '#bible-studies/module.server.ts'
import billing from '#billing/module.server.ts'
import businessCards from '#business-cards/module.server.ts'
import calendar from '#calendar/module.server.ts'
import callRules from '#call-rules/module.server.ts'
import campaigns from '#campaigns/module.server.ts'
import cardNumbers from '#card-numbers/module.server.ts'
import churchYear from '#church-year/module.server.ts'
import clients from '#clients/module.server.ts'
import closures from '#closures/module.server.ts'
import consent from '#consent/module.server.ts'
import contentCalendar from '#content-calendar/module.server.ts'
import conversations from '#conversations/module.server.ts'
import courses from '#courses/module.server.ts'
import crisis from '#crisis/module.server.ts'
import dashboard from '#dashboard/module.server.ts'
import documents from '#documents/module.server.ts'
import donations from '#donations/module.server.ts'
import email from '#email/module.server.ts'
import entitlements from '#entitlements/module.server.ts'
import files from '#files/module.server.ts'
import forms from '#forms/module.server.ts'
import funnels from '#funnels/module.server.ts'
import identity from '#identity/module.server.ts'
import imports from '#imports/module.server.ts'
import languageModels from '#language-models/module.server.ts'
import leads from '#leads/module.server.ts'
import learning from '#learning/module.server.ts'
import ledger from '#ledger/module.server.ts'
import links from '#links/module.server.ts'
import liveChat from '#live-chat/module.server.ts'
import membership from '#membership/module.server.ts'
import messaging from '#messaging/module.server.ts'
import notifications from '#notifications/module.server.ts'
import pages from '#pages/module.server.ts'
import pathways from '#pathways/module.server.ts'
import payments from '#payments/module.server.ts'
import people from '#people/module.server.ts'
import platformAdmin from '#platform-admin/module.server.ts'
import podcasts from '#podcasts/module.server.ts'
import portal from '#portal/module.server.ts'
import prayer from '#prayer/module.server.ts'
import publicPage from '#public-page/module.server.ts'
import qrCodes from '#qr-codes/module.server.ts'
import realtime from '#realtime/module.server.ts'
import reputation from '#reputation/module.server.ts'
import robocalls from '#robocalls/module.server.ts'
import scripture from '#scripture/module.server.ts'
import sermons from '#sermons/module.server.ts'
import site from '#site/module.server.ts'
import sms from '#sms/module.server.ts'
import telephony from '#telephony/module.server.ts'
import videos from '#videos/module.server.ts'
import webDomains from '#web-domains/module.server.ts'
import webhooks from '#webhooks/module.server.ts'
import './modules.ts'

/** What every module brings to the server; the first route that fits a request answers it. */
export const serverModules = [
  identity,
  files,
  clients,
  apiAccess,
  people,
  imports,
  leads,
  conversations,
  crisis,
  calendar,
  assistant,
  attendance,
  churchYear,
  publicPage,
  portal,
  podcasts,
  prayer,
  forms,
  telephony,
  notifications,
  realtime,
  scripture,
  languageModels,
  sermons,
  bibleStudies,
  contentCalendar,
  messaging,
  documents,
  ledger,
  payments,
  donations,
  links,
  liveChat,
  site,
  callRules,
  campaigns,
  sms,
  billing,
  email,
  closures,
  consent,
  entitlements,
  dashboard,
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
] as const
