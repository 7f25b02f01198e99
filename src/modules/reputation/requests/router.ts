import { expose } from '#kernel/expose.ts'
import { reviewCampaigns, reviewRequests } from './contract.ts'
import { exportCsv, list, summary } from './service/list.ts'
import { offers } from './service/places.ts'
import { preview } from './service/recipients.ts'
import { resend } from './service/resending.ts'
import * as service from './service.ts'

export const reviewRequestsRouter = expose(reviewRequests, {
  list,
  summary,
  offers,
  create: service.askPerson,
  resend,
  confirm: service.confirm,
  unconfirm: service.unconfirm,
  export: exportCsv,
})
export const reviewCampaignsRouter = expose(reviewCampaigns, {
  list: service.listCampaigns,
  get: service.getCampaign,
  preview,
  create: service.createCampaign,
  pause: service.pause,
  resume: service.resume,
  cancel: service.cancel,
  drawCode: service.drawCode,
})
