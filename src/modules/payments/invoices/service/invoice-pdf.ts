import { DateTime } from 'luxon'
import { pdfOf } from '#documents/service.ts'
import { UnreadableFile } from '#files/reading/rules.ts'
import { drawn, openPicture } from '#files/service/pictures.ts'
import { publicFile } from '#files/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { formatMoney } from '#kernel/money.ts'
import { asPlatform } from '#kernel/run.ts'
import { Missing, storage } from '#providers/storage/index.ts'
import type { Invoice } from '../contract.ts'
import type { LateFeeTerms } from '../rules/late-fees.ts'
import { termLabels } from '../rules/terms.ts'
import type { Issuer } from '../tables.ts'
import { PageLayout, pageSizeFor, wrapText } from './page-layout.ts'
import { type InvoiceRow, toInvoice } from './rows.ts'
import { snapshotSettings } from './settings.ts'

/** Everything that an invoice says, read in one transaction and drawn outside of it. */
export interface Printed {
  invoice: Invoice
  issuer: Issuer
  lateFeeTerms: LateFeeTerms | null
  locale: string
  country: string
}

export async function toPrintedInvoice(ctx: Ctx, row: InvoiceRow): Promise<Printed> {
  const now = row.issuer ? { issuer: row.issuer, lateFeeTerms: row.lateFeeTerms } : await snapshotSettings(ctx)
  return { invoice: await toInvoice(ctx, row), ...now, locale: ctx.client.locale, country: ctx.client.country }
}

/** Pixels: enough for its place at 300 dpi. */
const SIDE = 480

/** As part of the file; null where it is gone meanwhile. Outside of any transaction. */
export async function logoPicture(logoId: string | null): Promise<string | null> {
  if (!logoId) return null
  try {
    const file = await asPlatform('logo', db => publicFile(db, logoId, 'logo'))
    const chunks: Buffer[] = []
    for await (const chunk of await storage().get(file.storageKey)) chunks.push(chunk)
    const picture = await drawn(openPicture(Buffer.concat(chunks)).resize(SIDE, SIDE, { fit: 'inside' }).png())
    return `data:image/png;base64,${picture.toString('base64')}`
  } catch (error) {
    if (
      error instanceof Missing ||
      error instanceof UnreadableFile ||
      (error as { code?: string }).code === 'NOT_FOUND'
    )
      return null
    throw error
  }
}

export const dateText = (day: string | null, locale: string): string =>
  day ? DateTime.fromISO(day).setLocale(locale).toLocaleString(DateTime.DATE_MED) : ''

export function lateFeeSentence(terms: LateFeeTerms, currency: string, locale: string): string {
  const money = (amount: number) => formatMoney({ amount, currency }, locale)
  const fee = terms.kind === 'fixed' ? money(terms.amount) : `${terms.rate}% of what is unpaid, without tax,`
  const when = terms.graceDays === 0 ? 'after the due date' : `${terms.graceDays} days after the due date`
  const again = terms.repeat === 'monthly' ? ' and each month after that' : ''
  return `A late fee of ${fee} is charged ${when}${again}${terms.cap === null ? '' : `, ${money(terms.cap)} at most`}.`
}

/** A vector PDF. Outside of any transaction. */
export async function renderInvoicePdf(all: Printed): Promise<Buffer> {
  const { invoice, issuer } = all
  const paper = new PageLayout(pageSizeFor(all.country))
  head(paper, all, await logoPicture(issuer.logoId))
  table(paper, all)
  sums(paper, all)
  notes(paper, all)
  const title = invoice.number ? `Invoice ${invoice.number}` : 'Draft of an invoice'
  const pages = paper.pages((page, of) => ({
    words: issuer.footer,
    number: of > 1 ? `${title}, page ${page} of ${of}` : title,
  }))
  return pdfOf(pages, { title: `${title}, ${issuer.name}` })
}

const soft = { color: '#57534e', size: 3 }

function head(paper: PageLayout, { invoice, issuer, locale }: Printed, logo: string | null): void {
  const top = paper.y
  if (logo) {
    paper.picture(logo, paper.left, top, 50, 18)
    paper.y += 23
  }
  paper.block(issuer.name, paper.left, 95, { size: 4.2, bold: true })
  paper.block(issuer.address, paper.left, 95, soft)
  const facts = [
    ['Number', invoice.number ?? 'Draft'],
    ['Issued', dateText(invoice.issuedOn, locale)],
    ['Due', dateText(invoice.dueOn, locale)],
    ['Terms', termLabels[invoice.terms]],
  ]
  const x = paper.right
  paper.text(invoice.state === 'void' ? 'INVOICE (VOID)' : 'INVOICE', x, top + 7, {
    size: 7,
    bold: true,
    align: 'right',
  })
  for (const [n, [label, value]] of facts.filter(([, said]) => said).entries()) {
    paper.text(label!, x - 42, top + 16 + n * 5.2, { ...soft, align: 'right' })
    paper.text(value!, x, top + 16 + n * 5.2, { size: 3.4, align: 'right' })
  }
  paper.y = Math.max(paper.y, top + 40) + 6
  paper.block('Bill to', paper.left, 95, soft)
  paper.block(invoice.customerName, paper.left, 95, { bold: true })
  paper.block(invoice.customerAddress, paper.left, 95, soft)
  paper.block(invoice.customerEmail, paper.left, 95, soft)
  paper.y += 6
}

const columns = (paper: PageLayout) => ({ quantity: paper.right - 66, unit: paper.right - 36, amount: paper.right })

function tableHead(paper: PageLayout): void {
  const at = columns(paper)
  const style = { ...soft, bold: true, align: 'right' as const }
  paper.text('Description', paper.left, paper.y + 3, { ...soft, bold: true })
  paper.text('Quantity', at.quantity, paper.y + 3, style)
  paper.text('Price', at.unit, paper.y + 3, style)
  paper.text('Amount', at.amount, paper.y + 3, style)
  paper.rule(paper.y + 5)
  paper.y += 8
}

function table(paper: PageLayout, { invoice, locale }: Printed): void {
  const money = (amount: number) => formatMoney({ amount, currency: invoice.currency }, locale)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const at = columns(paper)
  const width = at.quantity - 20 - paper.left
  tableHead(paper)
  for (const line of invoice.lines) {
    const tax = line.taxRate > 0 ? `\n${line.taxName || 'Tax'} ${number.format(line.taxRate)}%` : ''
    const words = wrapText(line.description + tax, width, {})
    if (paper.need(Math.min(words.length, 8) * 5)) tableHead(paper)
    const right = { align: 'right' as const }
    paper.text(number.format(line.quantity), at.quantity, paper.y + 3.4, right)
    paper.text(money(line.unitAmount), at.unit, paper.y + 3.4, right)
    paper.text(money(line.amount), at.amount, paper.y + 3.4, right)
    paper.block(line.description + tax, paper.left, width)
    paper.rule(paper.y + 0.8, '#e7e5e4')
    paper.y += 3
  }
}

function sums(paper: PageLayout, { invoice, locale }: Printed): void {
  const money = (amount: number) => formatMoney({ amount, currency: invoice.currency }, locale)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const rows: [string, number, boolean][] = [
    ['Subtotal', invoice.subtotal, false],
    ...invoice.taxes.map(({ name, rate, tax }): [string, number, boolean] => [
      `${name || 'Tax'} ${number.format(rate)}%`,
      tax,
      false,
    ]),
    ['Total', invoice.total, true],
    ...(invoice.fees > 0 ? [['Late fees', invoice.fees, false] as [string, number, boolean]] : []),
    ...(invoice.credited > 0 ? [['Credit notes', -invoice.credited, false] as [string, number, boolean]] : []),
    ...(invoice.paid !== 0 ? [['Paid', -invoice.paid, false] as [string, number, boolean]] : []),
    [invoice.balance < 0 ? 'Credit' : 'Amount due', Math.abs(invoice.balance), true],
  ]
  paper.need(rows.length * 5.6 + 4)
  paper.y += 3
  for (const [label, amount, bold] of rows) {
    paper.text(label, paper.right - 36, paper.y + 3.4, { bold, align: 'right' })
    paper.text(money(amount), paper.right, paper.y + 3.4, { bold, align: 'right' })
    paper.y += 5.6
  }
}

function notes(paper: PageLayout, { invoice, lateFeeTerms, locale }: Printed): void {
  const width = paper.right - paper.left
  paper.y += 6
  if (invoice.memo) paper.block(invoice.memo, paper.left, width)
  for (const note of invoice.credits)
    paper.block(
      `Credit note ${note.number}, ${dateText(note.issuedOn, locale)}: ${note.reason}`,
      paper.left,
      width,
      soft,
    )
  if (lateFeeTerms) paper.block(lateFeeSentence(lateFeeTerms, invoice.currency, locale), paper.left, width, soft)
  if (invoice.url) paper.block(`Pay online: ${invoice.url}`, paper.left, width, soft)
}
