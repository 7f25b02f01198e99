import { type RawRoute, raw } from '#kernel/http.ts'
import { robots, rss, sitemap } from './feeds/service.ts'

const text = (path: string, type: string, make: () => string | Promise<string>) =>
  raw('GET', path, 'anonymous', async c =>
    c.body(await make(), 200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=3600' }),
  )

export const siteRoutes: RawRoute[] = [
  text('/robots.txt', 'text/plain', robots),
  text('/sitemap.xml', 'application/xml', sitemap),
  text('/rss.xml', 'application/rss+xml', rss),
]
