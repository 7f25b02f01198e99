import { expose } from '#kernel/expose.ts'
import { invoiceSettings, invoices } from './contract.ts'
import * as service from './service.ts'

export const invoicesRouter = expose(invoices, service)
export const invoiceSettingsRouter = expose(invoiceSettings, { read: service.readSettings, save: service.saveSettings })
