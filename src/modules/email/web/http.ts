import { createHash } from 'node:crypto'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { PRINT_SCRIPT } from '../blocks/rules/print.ts'
import { campaignPage, campaignSheet } from './service.ts'

/** A campaign as it was sent, for whoever has the link: no scripts, no frames, nothing of a reader's own. */
async function page(c: WebContext): Promise<Response> {
  return shown(c, await campaignPage(c.req.param('church') ?? '', c.req.param('slug') ?? ''))
}

function shown(c: WebContext, html: string | undefined, policy = ''): Response {
  if (!html) return c.text('There is no such mail.', 404)
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'${policy}`,
      'X-Robots-Tag': 'noindex',
      'Cache-Control': 'private, max-age=60',
    },
  })
}

const allowed = `'sha256-${createHash('sha256').update(PRINT_SCRIPT).digest('base64')}'`

/** The same to be printed: the one script on it opens the window for that. */
async function sheet(c: WebContext): Promise<Response> {
  const html = await campaignSheet(c.req.param('church') ?? '', c.req.param('slug') ?? '')
  return shown(c, html, `; script-src ${allowed}`)
}

export const webRoutes: RawRoute[] = [
  raw('GET', '/mail/:church/:slug', 'anonymous', page),
  raw('GET', '/mail/:church/:slug/print', 'anonymous', sheet),
]
