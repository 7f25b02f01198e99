import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { campaignPage } from './service.ts'

/** A campaign as it was sent, for whoever has the link: no scripts, no frames, nothing of a reader's own. */
async function page(c: WebContext): Promise<Response> {
  const html = await campaignPage(c.req.param('church') ?? '', c.req.param('slug') ?? '')
  if (!html) return c.text('There is no such mail.', 404)
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'",
      'X-Robots-Tag': 'noindex',
      'Cache-Control': 'private, max-age=60',
    },
  })
}

export const webRoutes: RawRoute[] = [raw('GET', '/mail/:church/:slug', 'anonymous', page)]
