import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { churchOf, hashOf, publicDocument, publicError, publicPage } from '#public-page/service.ts'
import { PRINT_SCRIPT } from '../blocks/rules/print.ts'
import { archivePage, churchLinks, feedOf } from '../rules/public-pages.ts'
import { clientOfSlug } from '../signup/service.ts'
import { campaignPage, campaignSheet, list } from './service.ts'

/** A campaign as it was sent, for the person who has the link: no scripts, no frames, nothing of a reader's own. */
async function page(c: WebContext): Promise<Response> {
  return shown(c, await campaignPage(c.req.param('church') ?? '', c.req.param('slug') ?? ''))
}

function shown(c: WebContext, html: string | undefined, scriptHashes: string[] = []): Promise<Response> {
  if (!html) return publicError(c, 'notFound')
  const allowed = { inlineStyles: true, images: ['https:'], scriptHashes, formTargets: null }
  return publicDocument(c, html, { ...allowed, cache: 'private, max-age=60' })
}

/** The same to be printed: the one script on it opens the window for that. */
async function sheet(c: WebContext): Promise<Response> {
  const html = await campaignSheet(c.req.param('church') ?? '', c.req.param('slug') ?? '')
  return shown(c, html, [hashOf(PRINT_SCRIPT)])
}

/** What a church has put into its public archive: the one page here that search engines may list. */
async function archive(c: WebContext): Promise<Response> {
  const slug = c.req.param('church') ?? ''
  const clientId = await asPlatform('email archive', db => clientOfSlug(db, slug))
  if (!clientId) return publicError(c, 'notFound')
  const { business, items, church } = await asVisitor(c.get('caller'), clientId, async ctx => ({
    ...(await list(ctx)),
    church: await churchOf(ctx),
  }))
  return publicPage(c, {
    title: 'Emails',
    church,
    body: archivePage(slug, business, items),
    footer: churchLinks,
    indexed: true,
    feed: { title: 'Emails', href: feedOf(slug) },
  })
}

export const webArchiveRoutes: RawRoute[] = [
  raw('GET', '/mail/:church', 'anonymous', archive),
  raw('GET', '/mail/:church/:slug', 'anonymous', page),
  raw('GET', '/mail/:church/:slug/print', 'anonymous', sheet),
]
