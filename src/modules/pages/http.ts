import type { Ctx } from '#kernel/ctx.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { escapeHtml as e } from '#messaging/rules/letter.ts'
import { clientOfSlug } from '#public-page/church/service.ts'
import { languages } from '#public-page/rules/languages.ts'
import { answerPrepared, churchOf, publicError, publicPage } from '#public-page/service.ts'
import { ownSite } from '#web-domains/service.ts'
import { pictureRoutes } from './pictures/http.ts'
import { openPreview } from './service/publishing.ts'
import { codeOf, draftOf, feedOf, listed, published, recalled, remembered } from './service/serving.ts'

const PART = /^[a-z0-9]+(-[a-z0-9]+)*$/

const siteAt = (church: string) =>
  PART.test(church) ? asPlatform('site', db => clientOfSlug(db, church, { includesOperatorAccount: true })) : undefined
const visit = <T>(c: WebContext, clientId: string, work: (ctx: Ctx) => Promise<T>) =>
  asVisitor(c.get('caller'), clientId, work)

/** A page of a church's site, its home page, or where it moved to. */
async function page(c: WebContext): Promise<Response> {
  const [church, slug] = [c.req.param('church') ?? '', c.req.param('slug') ?? '']
  // Only what there is: each invented language would be a page in memory.
  const language = languages.find(one => one === c.req.query('lang'))
  const onOwnDomain = ownSite(c) !== undefined
  const rest = `${onOwnDomain ? 'own' : ''}/${slug}?${language ?? ''}`.slice(0, 120)
  const kept = recalled(church, rest)
  if (kept?.kind === 'page') return answerPrepared(c, kept.page)
  if (slug && !PART.test(slug)) return publicError(c, 'notFound')
  const answer = await remembered(church, rest, async () => {
    const clientId = await siteAt(church)
    return clientId === undefined
      ? undefined
      : visit(c, clientId, ctx => published(ctx, { slug, language, onOwnDomain }))
  })
  if (!answer) return publicError(c, 'notFound')
  if (answer.kind === 'page') return answerPrepared(c, answer.page)
  if (answer.kind === 'moved') {
    // It may move back: nobody keeps it for good.
    c.header('Cache-Control', 'max-age=600')
    return c.redirect(answer.to, 301)
  }
  const shown = await visit(c, answer.clientId, churchOf)
  return publicError(c, 'notFound', {
    church: shown,
    title: 'We couldn’t find that page',
    text: `It may have moved or been taken down. You are welcome at ${shown?.name ?? 'our church'} all the same.`,
    footer: slug ? [{ href: onOwnDomain ? '/' : `/c/${church}`, text: 'Home page' }] : [],
  })
}

async function preview(c: WebContext): Promise<Response> {
  const link = openPreview(c.req.param('token') ?? '')
  if (!link) return publicError(c, 'notFound', { title: 'This preview has ended', text: 'Please ask for a new link.' })
  const shown = await visit(c, link.clientId, ctx => draftOf(ctx, link.pageId))
  return shown ? publicPage(c, shown) : publicError(c, 'notFound')
}

/**
 * Asked for by a frame, not by an address bar. Browsers say so on https; on plain http the page around it is named instead.
 */
function isFramed(c: WebContext): boolean {
  const into = c.req.header('sec-fetch-dest')
  if (into) return into === 'iframe'
  return URL.parse(c.req.header('referer') ?? '')?.host === (c.req.header('host') ?? new URL(c.req.url).host)
}

/** An owner's own markup, in a document that has no part in ours: no cookies, no storage, an origin of its own. */
async function code(c: WebContext): Promise<Response> {
  const [church, slug, block] = ['church', 'slug', 'block'].map(name => c.req.param(name) ?? '') as [
    string,
    string,
    string,
  ]
  const clientId = PART.test(slug) ? await siteAt(church) : undefined
  const found = clientId && (await visit(c, clientId, ctx => codeOf(ctx, slug, block)))
  if (!found || !isFramed(c)) return publicError(c, 'notFound')
  c.set('isProtected', true)
  return new Response(
    `<!doctype html><html><head><meta charset="utf-8"><title>Embedded content</title></head><body>${found}</body></html>`,
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "sandbox allow-scripts; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      },
    },
  )
}

async function sitemap(c: WebContext): Promise<Response> {
  const clientId = await siteAt(c.req.param('church') ?? '')
  if (!clientId) return publicError(c, 'notFound')
  const urls = await visit(c, clientId, listed)
  const items = urls.map(
    ({ url, changed }) => `<url><loc>${e(url)}</loc><lastmod>${changed.toISOString()}</lastmod></url>`,
  )
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items.join('')}</urlset>`,
    { headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' } },
  )
}

async function feed(c: WebContext): Promise<Response> {
  const clientId = await siteAt(c.req.param('church') ?? '')
  if (!clientId) return publicError(c, 'notFound')
  c.header('content-type', 'application/rss+xml; charset=utf-8')
  c.header('cache-control', 'public, max-age=600')
  return c.body(await visit(c, clientId, feedOf))
}

const safe = (handle: (c: WebContext) => Promise<Response>) => (c: WebContext) =>
  handle(c).catch(error => problem(error, c))

export const pageRoutes: RawRoute[] = [
  raw('GET', '/c/preview/:token', 'anonymous', safe(preview)),
  raw('GET', '/c/:church', 'anonymous', safe(page)),
  raw('GET', '/c/:church/sitemap.xml', 'anonymous', safe(sitemap)),
  raw('GET', '/c/:church/feed.xml', 'anonymous', safe(feed)),
  raw('GET', '/c/:church/:slug', 'anonymous', safe(page)),
  raw('GET', '/c/:church/:slug/code/:block', 'anonymous', safe(code)),
  ...pictureRoutes,
]
