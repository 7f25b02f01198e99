import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { feedOf } from './service.ts'

/** Whether one of the versions that a reader has is this one (RFC 9110, 13.1.2). */
const isKnown = (asked: string | undefined, etag: string) =>
  asked?.split(',').some(one => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag) ?? false

async function feed(c: WebContext): Promise<Response> {
  const found = await feedOf(c.req.param('church') ?? '')
  if (!found) return c.text('Archive not found.', 404)
  const headers = { etag: found.etag, 'cache-control': 'public, max-age=300' }
  return isKnown(c.req.header('if-none-match'), found.etag)
    ? c.body(null, 304, headers)
    : c.body(found.xml, 200, { ...headers, 'content-type': 'application/rss+xml; charset=utf-8' })
}

export const feedRoutes: RawRoute[] = [raw('GET', '/mail/:church/rss.xml', 'anonymous', feed)]
