import { expose } from '#kernel/expose.ts'
import { smsCampaigns } from './campaigns/contract.ts'
import { approveCampaign, declineCampaign } from './campaigns/service/approval.ts'
import { estimate } from './campaigns/service/estimate.ts'
import { closePoll, pollCsv, pollResult } from './campaigns/service/polls.ts'
import { sums } from './campaigns/service/progress.ts'
import { exportCsv, recipients, recipientsCsv, retry } from './campaigns/service/recipients.ts'
import { pollSlide } from './campaigns/service/slides.ts'
import * as campaigns from './campaigns/service.ts'
import { smsKeywords } from './keywords/contract.ts'
import * as keywords from './keywords/service.ts'
import { smsRegistration } from './registration/contract.ts'
import * as registration from './registration/service.ts'
import { smsSeries } from './series/contract.ts'
import * as series from './series/service.ts'
import { smsSettings } from './settings/contract.ts'
import * as settings from './settings/service.ts'
import { smsTemplates } from './templates/contract.ts'
import * as templates from './templates/service.ts'

const { list, get, test, send, schedule, update, pause, resume, cancel } = campaigns
export const smsCampaignsRouter = expose(smsCampaigns, {
  list,
  get,
  test,
  send,
  schedule,
  update,
  pause,
  resume,
  cancel,
  estimate,
  sums,
  retry,
  approve: approveCampaign,
  decline: declineCampaign,
  pollResult,
  pollCsv,
  closePoll,
  recipients,
  recipientsCsv,
  export: exportCsv,
})
export const smsTemplatesRouter = expose(smsTemplates, templates)
export const smsKeywordsRouter = expose(smsKeywords, { ...keywords, slide: pollSlide })
export const smsRegistrationRouter = expose(smsRegistration, {
  read: registration.readRegistration,
  change: registration.updateRegistration,
})
const { list: listSeries, create, update: updateSeries, pause: rest, resume: goOn, end } = series
export const smsSeriesRouter = expose(smsSeries, {
  list: listSeries,
  create,
  update: updateSeries,
  pause: rest,
  resume: goOn,
  end,
})
export const smsSettingsRouter = expose(smsSettings, { read: settings.read, change: settings.change })
