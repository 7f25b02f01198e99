import { expose } from '#kernel/expose.ts'
import { givingReceipts, receiptSettings } from './contract.ts'
import { get, list } from './service/receipt-queries.ts'
import { read, save } from './service/settings.ts'
import { issue, reissue, send, voidReceipt } from './service.ts'

export const receiptRouters = {
  receiptSettings: expose(receiptSettings, { read, save }),
  givingReceipts: expose(givingReceipts, { list, get, issue, void: voidReceipt, reissue, send }),
}
