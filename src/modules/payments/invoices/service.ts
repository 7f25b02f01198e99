import type { Ctx } from '#kernel/ctx.ts'
import type { Invoice } from './contract.ts'
import { sendInvoice } from './service/invoice-emails.ts'
import { readInvoice } from './service/rows.ts'
import { ratesOf } from './service/tax.ts'
import { voidInvoice } from './service/write-offs.ts'

export { issueCreditNote as creditNote } from './service/credit-notes.ts'
export { create, finalize, remove, update } from './service/drafts.ts'
export { pauseCollection as pause } from './service/invoice-emails.ts'
export { list } from './service/invoice-list.ts'
export { applyCredit, recordPayment, refundInvoicePayment as refundPayment, removePayment } from './service/payments.ts'
export { readSettings, saveSettings } from './service/settings.ts'
export { markUncollectible } from './service/write-offs.ts'

export const get = (ctx: Ctx, { id }: { id: string }): Promise<Invoice> => readInvoice(ctx, id)

export const taxRates = async (ctx: Ctx) => ({ items: await ratesOf(ctx) })

export { sendInvoice as send, voidInvoice as void }
