import { type DocumentPage, pdfOf } from '#documents/service.ts'
import { formatMoney } from '#kernel/money.ts'
import { PageLayout, pageSizeFor, wrapText } from '#payments/invoices/service/page-layout.ts'
import type { ReceiptGift, Snapshot } from '../rules/content.ts'

/** All that a file is made of. */
export interface PrintedReceipt {
  number: string
  snapshot: Snapshot
  signature: string | null
}

const soft = { color: '#57534e', size: 3 }
const dayText = (day: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** The sheets of one receipt: Letter in North America, A4 elsewhere. */
export function renderReceiptPages(printed: PrintedReceipt): DocumentPage[] {
  const paper = new PageLayout(pageSizeFor(printed.snapshot.country))
  head(paper, printed)
  table(paper, printed.snapshot)
  end(paper, printed)
  const { issuer } = printed.snapshot
  return paper.pages((page, of) => ({
    words: [issuer.name, issuer.contact].filter(Boolean).join(', '),
    number: `No. ${printed.number}${of > 1 ? `, page ${page} of ${of}` : ''}`,
  }))
}

/** The same receipt is the same file, byte for byte. */
export const renderReceiptPdf = (printed: PrintedReceipt): Promise<Buffer> =>
  pdfOf(renderReceiptPages(printed), {
    title: `${printed.snapshot.title} ${printed.number}, ${printed.snapshot.issuer.name}`,
    at: new Date(`${printed.snapshot.issuedOn}T00:00:00Z`),
  })

function head(paper: PageLayout, { number, snapshot }: PrintedReceipt): void {
  const { issuer, donor, locale, period, taxIdLabel, issuedOn } = snapshot
  const x = paper.right
  const facts = [
    ['Number', number],
    ['Issued', dayText(issuedOn, locale)],
    ['Place', issuer.placeIssued],
    ['Period', period ? `${dayText(period.from, locale)} – ${dayText(period.to, locale)}` : ''],
  ].filter(([, said]) => said)
  const top = paper.y
  paper.block(issuer.name, paper.left, 95, { size: 4.2, bold: true })
  paper.block(issuer.address, paper.left, 95, soft)
  if (issuer.taxId) paper.block(`${taxIdLabel}: ${issuer.taxId}`, paper.left, 95, soft)
  for (const [n, [label, value]] of facts.entries()) {
    paper.text(label!, x - 56, top + 4 + n * 5.2, { ...soft, align: 'right' })
    paper.text(value!, x, top + 4 + n * 5.2, { size: 3.4, align: 'right' })
  }
  paper.y = Math.max(paper.y, top + 30)
  paper.block(donor.name, paper.left, 95, { bold: true })
  paper.block(donor.address, paper.left, 95, {})
  paper.y += 8
  paper.block(snapshot.title, paper.left, x - paper.left, { size: 6, bold: true })
  paper.y += 3
}

function tableHead(paper: PageLayout): void {
  const style = { ...soft, bold: true }
  paper.text('Date', paper.left, paper.y + 3, style)
  paper.text('For', paper.left + 30, paper.y + 3, style)
  paper.text('Method', paper.left + 95, paper.y + 3, style)
  paper.text('Amount', paper.right, paper.y + 3, { ...style, align: 'right' })
  paper.rule(paper.y + 5)
  paper.y += 8
}

const forText = ({ funds, description }: ReceiptGift): string =>
  [funds.map(fund => fund.name).join(', '), description && `Description: ${description}`].filter(Boolean).join('\n')

function table(paper: PageLayout, { gifts, locale }: Snapshot): void {
  tableHead(paper)
  for (const gift of gifts) {
    const words = wrapText(forText(gift), 62, {})
    if (paper.need(Math.min(words.length, 8) * 5)) tableHead(paper)
    const y = paper.y + 3.4
    paper.text(dayText(gift.day, locale), paper.left, y)
    paper.text(gift.method, paper.left + 95, y)
    const amount = gift.amount > 0 ? formatMoney({ amount: gift.amount, currency: gift.currency }, locale) : 'In kind'
    paper.text(amount, paper.right, y, { align: 'right' })
    paper.block(forText(gift), paper.left + 30, 62)
    paper.y += 1.5
  }
  paper.rule(paper.y)
  paper.y += 3
}

/** What each currency sums to; the words "eligible amount" are those of the CRA. */
function sums(paper: PageLayout, { totals, locale, rule }: Snapshot): void {
  for (const { currency, amount, eligible, advantage } of totals) {
    const money = (value: number) => formatMoney({ amount: value, currency }, locale)
    const rows: [string, string, boolean][] = [
      [`Total ${currency}`, money(amount), true],
      ...(advantage > 0 ? [['Advantage', money(advantage), false] as [string, string, boolean]] : []),
      ...(eligible !== amount || rule.country === 'CA'
        ? [
            [
              rule.country === 'CA' ? 'Eligible amount of gift' : 'Tax-deductible amount',
              money(eligible),
              rule.country === 'CA',
            ] as [string, string, boolean],
          ]
        : []),
    ]
    paper.need(rows.length * 5.6)
    for (const [label, value, bold] of rows) {
      paper.text(label, paper.right - 40, paper.y + 3.4, { bold, align: 'right' })
      paper.text(value, paper.right, paper.y + 3.4, { bold, align: 'right' })
      paper.y += 5.6
    }
  }
}

function end(paper: PageLayout, { snapshot, signature }: PrintedReceipt): void {
  const width = paper.right - paper.left
  sums(paper, snapshot)
  paper.y += 4
  for (const sentence of snapshot.sentences) paper.block(sentence, paper.left, width)
  if (snapshot.reason) paper.block(`Reason for the correction: ${snapshot.reason}`, paper.left, width, soft)
  const { signatory, signatoryTitle } = snapshot.issuer
  if (!signatory && !signature) return
  paper.need(30)
  paper.y += 4
  if (signature) {
    paper.picture(signature, paper.left, paper.y, 50, 16)
    paper.y += 17
  } else paper.y += 10
  paper.block([signatory, signatoryTitle].filter(Boolean).join(', '), paper.left, width)
  paper.block('Authorized signature', paper.left, width, soft)
}
