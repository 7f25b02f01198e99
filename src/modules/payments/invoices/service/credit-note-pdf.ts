import { eq } from 'drizzle-orm'
import { pdfOf } from '#documents/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/money.ts'
import { invoiceCredits } from '../tables.ts'
import { dateText, logoPicture, type Printed, toPrintedInvoice } from './invoice-pdf.ts'
import { PageLayout, pageSizeFor } from './page-layout.ts'
import { invoiceById } from './rows.ts'

/** A credit note with the invoice that it corrects. */
export interface PrintedCredit extends Printed {
  note: typeof invoiceCredits.$inferSelect
}

export async function toPrintedCredit(ctx: Ctx, id: string): Promise<PrintedCredit> {
  const [row] = await ctx.db.select().from(invoiceCredits).where(eq(invoiceCredits.id, id))
  const note = found(row, 'Credit note')
  return { ...(await toPrintedInvoice(ctx, await invoiceById(ctx, note.invoiceId))), note }
}

const soft = { color: '#57534e', size: 3 }

function head(paper: PageLayout, { note, invoice, issuer, locale }: PrintedCredit, logo: string | null): void {
  const top = paper.y
  if (logo) {
    paper.picture(logo, paper.left, top, 50, 18)
    paper.y += 23
  }
  paper.block(issuer.name, paper.left, 95, { size: 4.2, bold: true })
  paper.block(issuer.address, paper.left, 95, soft)
  const facts = [
    ['Number', note.number],
    ['Issued', dateText(note.issuedOn, locale)],
    ['For invoice', invoice.number ?? ''],
    ['Invoice issued', dateText(invoice.issuedOn, locale)],
  ] as const
  const x = paper.right
  paper.text('CREDIT NOTE', x, top + 7, { size: 7, bold: true, align: 'right' })
  for (const [n, [label, value]] of facts.entries()) {
    paper.text(label, x - 42, top + 16 + n * 5.2, { ...soft, align: 'right' })
    paper.text(value, x, top + 16 + n * 5.2, { size: 3.4, align: 'right' })
  }
  paper.y = Math.max(paper.y, top + 40) + 6
  paper.block('Credit to', paper.left, 95, soft)
  paper.block(invoice.customerName, paper.left, 95, { bold: true })
  paper.block(invoice.customerAddress, paper.left, 95, soft)
  paper.block(invoice.customerEmail, paper.left, 95, soft)
  paper.y += 8
}

/** A vector PDF. Outside of any transaction. */
export async function renderCreditNotePdf(all: PrintedCredit): Promise<Buffer> {
  const { note, invoice, issuer, locale } = all
  const paper = new PageLayout(pageSizeFor(all.country))
  head(paper, all, await logoPicture(issuer.logoId))
  paper.block(note.reason, paper.left, paper.right - paper.left)
  paper.y += 4
  paper.rule(paper.y)
  paper.y += 4
  const rows: [string, number, boolean][] = [
    ['Subtotal', note.amount - note.tax, false],
    ...(note.tax > 0 ? [['Tax', note.tax, false] as [string, number, boolean]] : []),
    ['Total credit', note.amount, true],
  ]
  for (const [label, amount, bold] of rows) {
    paper.text(label, paper.right - 36, paper.y + 3.4, { bold, align: 'right' })
    const money = formatMoney({ amount, currency: invoice.currency }, locale)
    paper.text(money, paper.right, paper.y + 3.4, { bold, align: 'right' })
    paper.y += 5.6
  }
  const title = `Credit note ${note.number}`
  const pages = paper.pages((page, of) => ({
    words: issuer.footer,
    number: of > 1 ? `${title}, page ${page} of ${of}` : title,
  }))
  return pdfOf(pages, { title: `${title}, ${issuer.name}` })
}
