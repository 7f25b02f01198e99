import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { digest } from '#kernel/secrets.ts'
import { accountOfFeed, countReading, feedContent, feedOf } from './service.ts'

const notFound = (c: WebContext) => c.text('This calendar feed no longer exists.', 404)

async function read(c: WebContext): Promise<Response> {
  const token = (c.req.param('file') ?? '').replace(/\.ics$/, '')
  const clientId = await asPlatform('calendar feed', db => accountOfFeed(db, token))
  if (!clientId) return notFound(c)
  const content = await asVisitor(c.get('caller'), clientId, async ctx => {
    const known = await feedOf(ctx, token)
    if (!known) return null
    await countReading(ctx, known)
    return feedContent(ctx, known)
  })
  if (content === null) return notFound(c)
  const etag = `"${digest(content).slice(0, 32)}"`
  const headers = { etag, 'cache-control': 'private, max-age=300', 'x-robots-tag': 'noindex' }
  const known = (c.req.header('if-none-match') ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag)) return c.body(null, 304, headers)
  return c.body(content, 200, { ...headers, 'content-type': 'text/calendar; charset=utf-8' })
}

export const feedRoutes: RawRoute[] = [raw('GET', '/calendar/feed/:file', 'anonymous', read)]
