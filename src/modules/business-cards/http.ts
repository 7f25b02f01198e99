import { randomUUID } from 'node:crypto'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asMember, asPlatform, asVisitor } from '#kernel/run.ts'
import { machineClick } from '#links/rules/machines.ts'
import { openedNow } from '#public-page/guard/service.ts'
import { publicError, publicPage } from '#public-page/service.ts'
import { cardFile } from './rules/contact.ts'
import { nameOf } from './rules/design.ts'
import { cardPage, leftPage, readShared, type ShareForm } from './rules/pages.ts'
import { drawingOf, pngOf, printOf } from './service/drawing.ts'
import { embeddedLogo } from './service/logo.ts'
import { cardAt, countSave, type FoundCard, guardName, type ShownCard, share, shownCard } from './service/public.ts'
import { cardById, cardPath } from './service/rows.ts'
import { countDownload } from './service.ts'

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The visitor's transaction at the card of the address; one that the card had before leads to what it has now. */
async function atCard(
  c: WebContext,
  work: (ctx: Ctx, shown: ShownCard) => Promise<Response>,
  rest = '',
): Promise<Response> {
  const slug = c.req.param('slug') ?? ''
  const found: FoundCard | undefined = SLUG.test(slug) ? await asPlatform('card', db => cardAt(db, slug)) : undefined
  if (!found) return publicError(c, 'notFound')
  if (found.slug !== slug) {
    const code = c.req.query('l')
    return c.redirect(`${cardPath(found.slug)}${rest}${code ? `?l=${encodeURIComponent(code)}` : ''}`, 301)
  }
  return asVisitor(c.get('caller'), found.clientId, async ctx => {
    const shown = await shownCard(ctx, found.cardId)
    return shown ? work(ctx, shown) : publicError(c, 'notFound')
  })
}

function show(c: WebContext, { card, church }: ShownCard, form: ShareForm | 'thanks', status = 200) {
  const title = nameOf(card) || card.organization
  const description = [card.title, card.organization].filter(Boolean).join(', ')
  const body = card.hasLeft ? leftPage(card) : cardPage(card, form)
  return publicPage(c, { title, description, church, body, styles: ['/card.css'], status })
}

const freshForm = (cardId: string): ShareForm => ({ opened: openedNow(guardName(cardId)), key: randomUUID() })

const page = (c: WebContext) =>
  atCard(c, (_, shown) => show(c, shown, c.req.query('shared') === '1' ? 'thanks' : freshForm(shown.row.id)))

const MOST = 20_000

async function send(c: WebContext): Promise<Response> {
  const text = await c.req.text()
  if (text.length > MOST) return publicError(c, 'invalid')
  const sent = Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [name, value.replaceAll('\0', '')]),
  )
  try {
    return await atCard(c, async (ctx, shown) => {
      if (shown.card.hasLeft) return show(c, shown, 'thanks')
      const { shared, problems } = readShared(sent, ctx.client.country)
      if (Object.keys(problems).length > 0) {
        const form = { opened: sent._opened ?? '', key: sent.key ?? randomUUID(), typed: shared, problems }
        return show(c, shown, form, 422)
      }
      await share(ctx, shown, shared, sent)
      return c.redirect(`${shown.card.path}?shared=1#share`, 303)
    })
  } catch (error) {
    if (error instanceof Failure && error.code === 'TOO_MANY_REQUESTS') return publicError(c, 'tooMany')
    throw error
  }
}

/** A contact file for the visitor's phone. */
const save = (c: WebContext) =>
  atCard(
    c,
    async (ctx, { card, facts, row }) => {
      if (card.hasLeft) return publicError(c, 'closed')
      const seen = { method: c.req.method, userAgent: c.req.header('user-agent') ?? '', since: null }
      const untracked = c.req.header('sec-gpc') === '1' || c.req.header('dnt') === '1'
      if (!machineClick(seen)) await countSave(ctx, row.id, untracked)
      const version = c.req.query('version') === '4.0' ? '4.0' : '3.0'
      return attachment(cardFile(facts, version), 'text/vcard; charset=utf-8', `${row.slug}.vcf`)
    },
    '/contact.vcf',
  )

const attachment = (content: string | Buffer, type: string, name: string) =>
  new Response(content as BodyInit, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })

const formats = ['png', 'pdf', 'print', 'vcf'] as const
type Format = (typeof formats)[number]

/** A file of a card for members: drawn outside of the transaction that reads the card. */
async function download(c: WebContext): Promise<Response> {
  try {
    const [id, format] = [c.req.param('id') ?? '', c.req.param('format') as Format]
    const found = await asMember(
      c.get('caller'),
      'content.read',
      async ctx => {
        if (!UUID.test(id) || !formats.includes(format)) throw new Failure('NOT_FOUND', 'File not found')
        const row = await cardById(ctx, id)
        await countDownload(ctx, id)
        const shown = await shownCard(ctx, id)
        return { row, facts: shown!.facts, drawing: await drawingOf(ctx, row) }
      },
      true,
    )
    const { row, facts } = found
    const name = `card-${row.slug}`
    if (format === 'vcf') return attachment(cardFile(facts, '3.0'), 'text/vcard; charset=utf-8', `${name}.vcf`)
    const drawing = { ...found.drawing, logo: await embeddedLogo(found.drawing.logo) }
    if (format === 'png') return attachment(await pngOf(drawing), 'image/png', `${name}.png`)
    const bleed = format === 'print'
    const pdf = await printOf(drawing, { bleed, title: nameOf(row) || row.organization })
    return attachment(pdf, 'application/pdf', `${name}${bleed ? '-print' : ''}.pdf`)
  } catch (error) {
    return problem(error, c)
  }
}

export const businessCardRoutes: RawRoute[] = [
  raw('GET', '/card/:slug', 'anonymous', page),
  raw('POST', '/card/:slug', 'anonymous', send),
  raw('GET', '/card/:slug/contact.vcf', 'anonymous', save),
  raw('HEAD', '/card/:slug/contact.vcf', 'anonymous', save),
  raw('GET', '/storage/v1/business-cards/:id/:format', 'member', download),
]
