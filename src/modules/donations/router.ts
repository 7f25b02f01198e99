import { expose } from '#kernel/expose.ts'
import { givingBatches } from './batches/contract.ts'
import * as batches from './batches/service.ts'
import { bankLines, bookkeeping } from './bookkeeping/contract.ts'
import * as books from './bookkeeping/service.ts'
import { givingCampaigns } from './campaigns/contract.ts'
import * as campaigns from './campaigns/service.ts'
import { donors, gifts, giving } from './contract.ts'
import { funds } from './funds/contract.ts'
import * as fundService from './funds/service.ts'
import { giftAidRouters } from './gift-aid/router.ts'
import { refundGift } from './giving/service.ts'
import { giftImports } from './imports/contract.ts'
import * as importService from './imports/service.ts'
import { pledges } from './pledges/contract.ts'
import * as pledgeService from './pledges/service.ts'
import { receiptRouters } from './receipts/router.ts'
import { recurringGifts } from './recurring/contract.ts'
import * as recurring from './recurring/service.ts'
import { listDonorHistory, listDonors } from './service/donors.ts'
import { countNeeds, readAnalytics, readBookedPeriod, readFigures } from './service/figures.ts'
import { exportCsv, get, list } from './service/gift-queries.ts'
import { sendThanks } from './service/thanks.ts'
import { record, update, voidGift } from './service.ts'

import { statementRouters } from './statements/router.ts'

import { textGiving } from './text-to-give/contract.ts'
import { readSettings, saveSettings } from './text-to-give/service/settings.ts'

const { archive, restore, remove } = fundService
export const donationRouters = {
  funds: expose(funds, {
    list: fundService.list,
    create: fundService.create,
    update: fundService.update,
    archive,
    restore,
    remove,
  }),
  givingCampaigns: expose(givingCampaigns, {
    list: campaigns.list,
    get: campaigns.get,
    create: campaigns.create,
    update: campaigns.update,
    pause: campaigns.pause,
    resume: campaigns.resume,
    complete: campaigns.complete,
    collect: campaigns.collect,
  }),
  gifts: expose(gifts, {
    list,
    get,
    record,
    update,
    void: voidGift,
    refund: refundGift,
    thank: sendThanks,
    export: exportCsv,
  }),
  givingBatches: expose(givingBatches, {
    list: batches.list,
    get: batches.get,
    create: batches.create,
    count: batches.count,
    confirm: batches.confirm,
    reopen: batches.reopen,
    deposit: batches.deposit,
    slip: batches.slip,
  }),
  pledges: expose(pledges, {
    list: pledgeService.list,
    get: pledgeService.get,
    create: pledgeService.create,
    update: pledgeService.update,
    cancel: pledgeService.cancel,
  }),
  donors: expose(donors, { list: listDonors, history: listDonorHistory }),
  ...receiptRouters,
  ...statementRouters,
  ...giftAidRouters,
  giftImports: expose(giftImports, {
    check: importService.check,
    start: importService.start,
    get: importService.get,
    list: importService.list,
  }),
  bookkeeping: expose(bookkeeping, { read: books.read, export: books.exportJournal, setCode: books.setCode }),
  bankLines: expose(bankLines, {
    list: books.list,
    check: books.check,
    add: books.add,
    match: books.match,
    unmatch: books.unmatch,
  }),
  recurringGifts: expose(recurringGifts, {
    list: recurring.list,
    get: recurring.get,
    update: recurring.update,
    pause: recurring.pause,
    resume: recurring.resume,
    skip: recurring.skip,
    cancel: recurring.cancel,
    moveFund: recurring.moveFund,
  }),
  textGiving: expose(textGiving, { read: readSettings, save: saveSettings }),
  giving: expose(giving, {
    figures: readFigures,
    analytics: readAnalytics,
    period: readBookedPeriod,
    needs: countNeeds,
  }),
}
