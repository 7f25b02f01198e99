import type { Ctx } from '#kernel/ctx.ts'
import type { Invoice } from './contract.ts'
import { voidInvoice } from './service/endings.ts'
import { answer } from './service/rows.ts'
import { sendInvoice } from './service/sending.ts'
import { ratesOf } from './service/tax.ts'

export { create, finalize, remove, update } from './service/drafts.ts'
export { creditNote, markUncollectible } from './service/endings.ts'
export { list } from './service/listing.ts'
export { applyCredit, recordPayment, refundInvoicePayment as refundPayment, removePayment } from './service/payments.ts'
export { pause } from './service/sending.ts'
export { readSettings, saveSettings } from './service/settings.ts'

export const get = (ctx: Ctx, { id }: { id: string }): Promise<Invoice> => answer(ctx, id)

export const taxRates = async (ctx: Ctx) => ({ items: await ratesOf(ctx) })

export { sendInvoice as send, voidInvoice as void }
