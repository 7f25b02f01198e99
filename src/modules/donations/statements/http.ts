import type { Readable } from 'node:stream'
import { Readable as Stream } from 'node:stream'
import { pdfStream } from '#documents/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { absent } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { withEveryRight } from '#kernel/rights.ts'
import { asMember } from '#kernel/run.ts'
import { asSignedIn, churchSlug, portalPage, toPortal } from '#portal/service/pages.ts'
import type { ReceiptRow } from '../receipts/service/issuance.ts'
import { type PrintedReceipt, renderReceiptPages, renderReceiptPdf } from '../receipts/service/receipt-pdf.ts'
import {
  findReceiptRow,
  listOwnReceipts,
  readOwnReceipt,
  readPrintedReceipt,
} from '../receipts/service/receipt-queries.ts'
import { ownStatements } from './rules.ts'
import { listPrintableReceipts } from './service.ts'

const pdfFile = (content: Buffer | Readable, name: string) =>
  new Response((Buffer.isBuffer(content) ? content : Stream.toWeb(content)) as BodyInit, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
const idOf = (c: WebContext) => /^(.+)\.pdf$/.exec(c.req.param('file') ?? '')?.[1] ?? ''

async function receiptPdf(c: WebContext): Promise<Response> {
  const work = async (ctx: Ctx) => readPrintedReceipt(ctx, await findReceiptRow(ctx, idOf(c)))
  try {
    const printed = await asMember(c.get('caller'), 'giving.read', work, true)
    return pdfFile(await renderReceiptPdf(printed), `${printed.number}.pdf`)
  } catch (error) {
    return problem(error, c)
  }
}

/** One file of all statements that go by post, read a hundred at a time while it is drawn. */
async function printPdf(c: WebContext): Promise<Response> {
  const read = (after: string | null) =>
    asMember(
      c.get('caller'),
      'giving.write',
      async ctx => {
        const rows = await listPrintableReceipts(ctx, idOf(c), after)
        // Statements of a run share their signature.
        const first = rows[0] && (await readPrintedReceipt(ctx, rows[0]))
        return rows.map(
          (row): PrintedReceipt => ({
            number: row.number,
            snapshot: row.snapshot,
            signature: first?.signature ?? null,
          }),
        )
      },
      true,
    )
  try {
    const begun = await read(null)
    async function* sheets() {
      for (let rows = begun; rows.length > 0; rows = await read(rows.at(-1)!.number))
        for (const row of rows) yield* renderReceiptPages(row)
    }
    return pdfFile(await pdfStream(sheets(), { title: 'Giving statements' }), 'statements.pdf')
  } catch (error) {
    return problem(error, c)
  }
}

const aboutOf = (row: ReceiptRow, day: (text: string) => string): string =>
  row.periodFrom && row.periodTo
    ? row.periodFrom.endsWith('-01-01') && row.periodTo === `${row.periodFrom.slice(0, 4)}-12-31`
      ? row.periodFrom.slice(0, 4)
      : `${day(row.periodFrom)} – ${day(row.periodTo)}`
    : day(row.snapshot.gifts[0]?.day ?? row.issuedOn)

const statements = (c: WebContext) =>
  portalPage(c, 'Statements', async ({ ctx }) => {
    const rows = await withEveryRight(ctx, 'donor', listOwnReceipts)
    const format = new Intl.DateTimeFormat(ctx.client.locale, { dateStyle: 'medium', timeZone: 'UTC' })
    const day = (text: string) => format.format(new Date(`${text}T00:00:00Z`))
    const list = rows.map(row => ({
      id: row.id,
      number: row.number,
      title: row.snapshot.title,
      about: aboutOf(row, day),
      issued: day(row.issuedOn),
    }))
    return ownStatements(list, `/my/${encodeURIComponent(churchSlug(c))}/statements`)
  })

/** The donor's copy: the same file as the church's. Another person's is as unknown as one that isn't there. */
async function ownPdf(c: WebContext): Promise<Response> {
  const read = async (ctx: Ctx) => readPrintedReceipt(ctx, await readOwnReceipt(ctx, idOf(c)))
  const printed = await asSignedIn(c, ({ ctx }) => withEveryRight(ctx, 'donor', read)).catch(absent)
  return printed ? pdfFile(await renderReceiptPdf(printed), `${printed.number}.pdf`) : toPortal(c, 'statements')
}

export const statementRoutes: RawRoute[] = [
  raw('GET', '/storage/v1/receipts/:file', 'member', receiptPdf),
  raw('GET', '/storage/v1/statements/:file', 'member', printPdf),
  raw('GET', '/my/:church/statements', 'person', statements),
  raw('GET', '/my/:church/statements/:file', 'person', ownPdf),
]
