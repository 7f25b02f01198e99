import { randomUUID } from 'node:crypto'
import { clock, minutes } from '#kernel/clock.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { networkOf } from '#kernel/network.ts'
import { everyRight, withEveryRight } from '#kernel/rights.ts'
import { asActor, asMember, asPlatform, asVisitor } from '#kernel/run.ts'
import { throttle } from '#public-page/rules/throttle.ts'
import { churchOf, publicError, publicPage } from '#public-page/service.ts'
import { checkoutUrl } from '../service/start.ts'
import { InvoiceFilter } from './contract.ts'
import { invoicePage } from './rules/pages.ts'
import { renderCreditNotePdf, toPrintedCredit } from './service/credit-note-pdf.ts'
import { exportInvoices } from './service/invoice-list.ts'
import { renderInvoicePdf, toPrintedInvoice } from './service/invoice-pdf.ts'
import { countView, type Found, invoiceAt, invoiceRow, paymentOf, startPaying } from './service/public-links.ts'
import { toInvoicePage } from './service/public-page.ts'
import { linkOf } from './service/rows.ts'

const tokenOf = (c: WebContext) => c.req.param('token') ?? ''
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Tokens can't be guessed; those that don't exist are counted, so that an office's own links always open. */
const mayGuess = throttle({ most: 120, ms: minutes(1) })

/** The transaction of the one invoice that the link is for: its customer reads that one, and nothing else. */
async function atInvoice(c: WebContext, work: (ctx: Ctx, found: Found) => Promise<Response>): Promise<Response> {
  const found = await asPlatform('invoice', db => invoiceAt(db, tokenOf(c)))
  if (!found) return publicError(c, mayGuess(networkOf(c.get('caller').ip), clock.ms()) ? 'notFound' : 'tooMany')
  return asVisitor(c.get('caller'), found.clientId, ctx => withEveryRight(ctx, 'checkout', () => work(ctx, found)))
}

/** Gateways have many hosts, and a browser holds a form's answer to this policy too. */
const formTargets = ['https:']

async function show(c: WebContext, ctx: Ctx, { id }: Found, typed?: { amount: string; key: string; problem: string }) {
  const row = await invoiceRow(ctx, id)
  if (!typed) await countView(ctx, row)
  const payment = await paymentOf(ctx, row, c.req.query('payment') ?? '')
  const shown = await toInvoicePage(ctx, row, {
    path: `/i/${tokenOf(c)}`,
    payment,
    form: { key: typed?.key ?? randomUUID(), amount: typed?.amount, problem: typed?.problem ?? '' },
  })
  const title = `Invoice ${row.number}`
  const page = { title, church: await churchOf(ctx), body: invoicePage(shown), styles: ['/invoice.css'], formTargets }
  return publicPage(c, { ...page, status: typed ? 422 : 200 })
}

const look = (c: WebContext) => atInvoice(c, (ctx, found) => show(c, ctx, found))

async function pay(c: WebContext): Promise<Response> {
  const text = await c.req.text()
  if (text.length > 5_000) return publicError(c, 'invalid')
  const sent = new URLSearchParams(text.replaceAll('%00', ''))
  const amount = (sent.get('amount') ?? '').slice(0, 60)
  const key = UUID.test(sent.get('key') ?? '') ? sent.get('key')! : randomUUID()
  let started: { clientId: string; paymentId: string } | undefined
  const refused = await atInvoice(c, async (ctx, found) => {
    const answer = await startPaying(ctx, await invoiceRow(ctx, found.id), { amount, key })
    // What was typed may be a card's number: it isn't shown again.
    if ('problem' in answer) return show(c, ctx, found, { amount: amount.slice(0, 12), key, problem: answer.problem })
    started = { clientId: found.clientId, paymentId: answer.paymentId }
    return c.body(null, 204)
  })
  if (!started) return refused
  try {
    return c.redirect(await checkoutUrl(outerVisitor(c, started.clientId), started.paymentId), 303)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return atInvoice(c, (ctx, found) => show(c, ctx, found, { amount, key, problem: error.message }))
  }
}

const outerVisitor = (c: WebContext, id: string): OuterCtx => {
  const { requestId } = c.get('caller')
  const actor = { type: 'visitor' } as const
  return {
    actor,
    requestId,
    rights: [],
    client: { id, timeZone: 'UTC', locale: 'en-US', country: 'US', currency: 'USD' },
    tx: work => asActor(id, actor, requestId, work, everyRight('checkout')),
  }
}

/** Where the gateway sends the customer: the payment, which only they know, leads back to the page. */
async function back(c: WebContext): Promise<Response> {
  const { client = '', id = '' } = c.req.param()
  const paymentId = c.req.query('payment') ?? ''
  if (![client, id, paymentId].every(one => UUID.test(one))) return publicError(c, 'notFound')
  try {
    return await asVisitor(c.get('caller'), client, ctx =>
      withEveryRight(ctx, 'checkout', async () => {
        const row = await invoiceRow(ctx, id)
        const [link, payment] = [linkOf(row), await paymentOf(ctx, row, paymentId)]
        if (!link || !payment) return publicError(c, 'notFound')
        const rest = `${c.req.query('canceled') ? '&canceled=1' : ''}`
        return c.redirect(`${new URL(link).pathname}?payment=${paymentId}${rest}`, 303)
      }),
    )
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return publicError(c, 'notFound')
    throw error
  }
}

const attachment = (content: string | Buffer, type: string, name: string) =>
  new Response(content as BodyInit, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })

async function publicPdf(c: WebContext): Promise<Response> {
  let all: Awaited<ReturnType<typeof toPrintedInvoice>> | undefined
  const refused = await atInvoice(c, async (ctx, { id }) => {
    all = await toPrintedInvoice(ctx, await invoiceRow(ctx, id))
    return c.body(null, 204)
  })
  return all ? attachment(await renderInvoicePdf(all), 'application/pdf', `${all.invoice.number}.pdf`) : refused
}

/** Files for those who write invoices: one as a PDF, drafts included, or what the list shows as CSV. */
async function download(c: WebContext): Promise<Response> {
  const file = c.req.param('file') ?? ''
  try {
    if (file === 'invoices.csv') {
      const asked = new URL(c.req.url).searchParams
      const { search, status } = InvoiceFilter.parse({
        ...(asked.get('search') && { search: asked.get('search') }),
        ...(asked.has('status') && { status: asked.getAll('status') }),
      })
      const csv = await asMember(
        c.get('caller'),
        'payments.write',
        ctx => exportInvoices(ctx, { search, status }),
        true,
      )
      return attachment(csv, 'text/csv; charset=utf-8', file)
    }
    const [, creditId] = /^credit-note-(.+)\.pdf$/.exec(file) ?? []
    if (creditId) {
      if (!UUID.test(creditId)) throw new Failure('NOT_FOUND', 'File not found')
      const all = await asMember(c.get('caller'), 'payments.write', ctx => toPrintedCredit(ctx, creditId), true)
      return attachment(await renderCreditNotePdf(all), 'application/pdf', `${all.note.number}.pdf`)
    }
    const id = /^(.+)\.pdf$/.exec(file)?.[1] ?? ''
    const work = async (ctx: Ctx) => {
      if (!UUID.test(id)) throw new Failure('NOT_FOUND', 'File not found')
      return toPrintedInvoice(ctx, await invoiceRow(ctx, id))
    }
    const all = await asMember(c.get('caller'), 'payments.write', work, true)
    return attachment(await renderInvoicePdf(all), 'application/pdf', `${all.invoice.number ?? 'draft'}.pdf`)
  } catch (error) {
    return problem(error, c)
  }
}

export const invoiceRoutes: RawRoute[] = [
  raw('GET', '/i/:token', 'anonymous', look),
  raw('POST', '/i/:token', 'anonymous', pay),
  raw('GET', '/i/:token/pdf', 'anonymous', publicPdf),
  raw('GET', '/invoice/:client/:id', 'anonymous', back),
  raw('GET', '/storage/v1/invoices/:file', 'member', download),
]
