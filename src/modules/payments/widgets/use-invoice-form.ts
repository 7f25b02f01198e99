import type { UseFormReturnType } from '@mantine/form'
import { decimal, parseMoney } from '#kernel/money.ts'
import type { client } from '#web/api.ts'
import type { invoiceCurrencies } from '../invoices/rules/terms.ts'

export type Invoice = Awaited<ReturnType<typeof client.invoices.get>>
type Currency = (typeof invoiceCurrencies)[number]

export interface LineValues {
  description: string
  quantity: string
  price: string
  /** `name|rate` of a rate of the church; empty: no tax. */
  tax: string
}
export interface InvoiceValues extends Record<string, unknown> {
  personId: string | null
  customerName: string
  customerEmail: string
  customerAddress: string
  terms: Invoice['terms']
  currency: Currency
  memo: string
  lines: LineValues[]
}
export type InvoiceFormType = UseFormReturnType<InvoiceValues>

export const emptyLine: LineValues = { description: '', quantity: '1', price: '', tax: '' }
export const taxKey = (name: string, rate: number) => (rate > 0 ? `${name}|${rate}` : '')

export const fresh = (terms: Invoice['terms'], currency: string): InvoiceValues => ({
  personId: null,
  customerName: '',
  customerEmail: '',
  customerAddress: '',
  terms,
  memo: '',
  lines: [emptyLine],
  currency: currency as Currency,
})
export const valuesOf = (invoice: Invoice): InvoiceValues => ({
  personId: invoice.personId,
  customerName: invoice.customerName,
  customerEmail: invoice.customerEmail,
  customerAddress: invoice.customerAddress,
  terms: invoice.terms,
  memo: invoice.memo,
  currency: invoice.currency as Currency,
  lines: invoice.lines.map(line => ({
    description: line.description,
    quantity: String(line.quantity),
    price: decimal(line.unitAmount, invoice.currency),
    tax: taxKey(line.taxName, line.taxRate),
  })),
})

export const lineInput = ({ description, quantity, price, tax }: LineValues, currency: string) => {
  const [taxName = '', rate = '0'] = tax.split('|')
  return {
    description,
    quantity: Number(quantity),
    unitAmount: parseMoney(price, currency) ?? 0,
    taxName,
    taxRate: Number(rate),
  }
}
