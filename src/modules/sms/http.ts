import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { follow } from './links/service.ts'

/** On to what a short address stands for; never kept, so that every click comes by here. */
const goOn = async (c: WebContext): Promise<Response> => {
  const head = c.req.method === 'HEAD'
  const visit = { userAgent: c.req.header('user-agent') ?? '', head, requestId: c.get('caller').requestId }
  const target = await follow(c.req.param('code') ?? '', visit)
  if (!target) return c.text('This link leads nowhere any more.', 404)
  return new Response(null, {
    status: 302,
    headers: { Location: target, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' },
  })
}

export const smsRoutes: RawRoute[] = [
  raw('GET', '/l/:code', 'anonymous', goOn),
  raw('HEAD', '/l/:code', 'anonymous', goOn),
]
