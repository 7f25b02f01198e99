import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asPlatform, asVisitor } from '#kernel/run.ts'
import { accountOfFeed, feedContent } from './service/exporting.ts'

/** The calendar for programs that subscribe to it. */
async function read(c: WebContext): Promise<Response> {
  const token = (c.req.param('file') ?? '').replace(/\.ics$/, '')
  const found = await asPlatform('content calendar link', db => accountOfFeed(db, token))
  if (!found) return c.text('This calendar link no longer exists.', 404)
  const content = await asVisitor(c.get('caller'), found.clientId, ctx => feedContent(ctx, found.id))
  return c.body(content, 200, {
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=300',
    'x-robots-tag': 'noindex',
  })
}

export const contentCalendarRoutes: RawRoute[] = [raw('GET', '/calendar/content/:file', 'anonymous', read)]
