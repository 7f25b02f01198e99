import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { publicError } from '#public-page/service.ts'
import { redirect } from './rules/redirect.ts'
import { follow } from './service.ts'

async function visit(c: WebContext): Promise<Response> {
  const seen = { method: c.req.method, userAgent: c.req.header('user-agent') ?? '' }
  const target = await follow(c.req.param('code') ?? '', seen, c.get('caller').requestId)
  return target ? redirect(target) : publicError(c, 'notFound')
}

export const linkRoutes: RawRoute[] = [
  raw('GET', '/l/:code', 'anonymous', visit),
  raw('HEAD', '/l/:code', 'anonymous', visit),
]
