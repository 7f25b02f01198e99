import { env } from '#kernel/env.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { log } from '#kernel/log.ts'
import { redirect } from '#links/rules/redirect.ts'
import { trackClick, trackOpen } from './service.ts'

/** One transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const seen = (c: WebContext) => ({ method: c.req.method, userAgent: c.req.header('user-agent') ?? '' })
const never = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }

/** To where the link leads: only to what stood in the campaign. */
async function click(c: WebContext): Promise<Response> {
  const link = Number(c.req.param('link'))
  const url = await trackClick(c.req.param('mark') ?? '', link, seen(c))
  if (!url) return c.redirect(`${env.publicUrl}/help`, 302)
  return redirect(url)
}

/** The picture comes whatever becomes of the counter. */
async function open(c: WebContext): Promise<Response> {
  await trackOpen(c.req.param('mark') ?? '', seen(c)).catch(err => log.warn({ err }, 'an opened mail was not counted'))
  return new Response(PIXEL, { headers: { 'Content-Type': 'image/gif', ...never } })
}

/** Both change nothing but counters: scanners follow every link. */
export const trackingRoutes: RawRoute[] = [
  raw('GET', '/r/:mark/:link', 'anonymous', click),
  raw('GET', '/o/:mark', 'anonymous', open),
]
