import type { Ctx } from '#kernel/ctx.ts'
import { decimal, formatMoney } from '#kernel/money.ts'
import type { Payment } from '../../service/start.ts'
import type { ShownInvoice } from '../rules/pages.ts'
import { dateText, lateFeeSentence } from './invoice-pdf.ts'
import { payState } from './public-links.ts'
import { type InvoiceRow, toInvoice } from './rows.ts'

interface Asked {
  path: string
  /** The one that its customer comes back from. */
  payment: Payment | undefined
  form: { key: string; amount: string | undefined; problem: string }
}

/** An invoice for its public page: every amount and date as text. */
export async function toInvoicePage(ctx: Ctx, row: InvoiceRow, { path, payment, form }: Asked): Promise<ShownInvoice> {
  const { locale } = ctx.client
  const { currency } = row
  const money = (amount: number) => formatMoney({ amount, currency }, locale)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const invoice = await toInvoice(ctx, row)
  const { open, coming, reason } = await payState(ctx, row)
  const canPay = open > 0 && !reason
  const sum = (label: string, amount: number, isMain = false) => ({ label, value: money(amount), isMain })
  return {
    path,
    number: row.number!,
    issuer: row.issuer!,
    customer: row.customerName,
    issued: dateText(row.issuedOn, locale),
    due: dateText(row.dueOn, locale),
    isOverdue: invoice.isOverdue,
    state: row.state === 'void' || row.state === 'paid' ? row.state : 'open',
    lines: invoice.lines.map(line => ({
      description: line.description,
      quantity: number.format(line.quantity),
      price: money(line.unitAmount),
      amount: money(line.amount),
    })),
    sums: [
      sum('Subtotal', invoice.subtotal),
      ...invoice.taxes.map(({ name, rate, tax }) => sum(`${name || 'Tax'} ${number.format(rate)}%`, tax)),
      sum('Total', invoice.total, true),
      ...(invoice.fees > 0 ? [sum('Late fees', invoice.fees)] : []),
      ...(invoice.credited > 0 ? [sum('Credit notes', -invoice.credited)] : []),
      ...(invoice.paid !== 0 ? [sum('Paid', -invoice.paid)] : []),
      ...(coming > 0 ? [sum('Payment in progress', -coming)] : []),
      ...(row.state === 'void'
        ? []
        : [sum(invoice.balance < 0 ? 'Credit' : 'Amount due', Math.abs(invoice.balance - coming), true)]),
    ],
    memo: row.memo,
    lateFee: row.lateFeeTerms ? lateFeeSentence(row.lateFeeTerms, currency, locale) : '',
    credits: invoice.credits.map(
      note => `Credit note ${note.number}, ${dateText(note.issuedOn, locale)}: ${note.reason}`,
    ),
    note: canPay ? noteOf(payment, money) : form.problem || noteOf(payment, money),
    pay: canPay
      ? { key: form.key, open: money(open), amount: form.amount ?? decimal(open, currency), problem: form.problem }
      : null,
    reason: reason ?? '',
  }
}

function noteOf(payment: Payment | undefined, money: (amount: number) => string): string {
  if (!payment) return ''
  if (payment.state === 'succeeded') return `Thank you. Your payment of ${money(payment.amount)} was received.`
  if (payment.state === 'pending')
    return `Thank you. Your payment of ${money(payment.amount)} is being processed. Your bank may take a few days.`
  if (payment.state === 'failed') return 'The payment did not go through. Nothing was charged. You can try again below.'
  return 'Nothing was charged. You can pay below when you are ready.'
}
