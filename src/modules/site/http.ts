import type { MiddlewareHandler } from 'hono'
import { seconds } from '#kernel/clock.ts'
import { protection, type RawRoute, raw, type Web, type WebContext } from '#kernel/http.ts'
import { functionRoutes } from './contact/http.ts'
import { robots, rss, sitemap } from './service/feeds.ts'
import { cachedPage, compressPage, type Page, respondWith, stillPage, stillPages } from './service/pages.ts'

const text = (path: string, type: string, make: () => string | Promise<string>) =>
  raw('GET', path, 'anonymous', async c =>
    c.body(await make(), 200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=3600' }),
  )

function send(c: WebContext, page: Page): Response {
  c.set('isProtected', true)
  const { status, headers, body } = respondWith(page, c.req.header('accept-encoding'), c.req.header('if-none-match'))
  return new Response(body, { status, headers: { ...protection(c), ...headers } })
}

/** Pages that were made at build time, from memory; the file's own address is no second one. */
const still = [...stillPages()].flatMap(([path, file]) => [
  raw('GET', path, 'anonymous', c => send(c, stillPage(path, file))),
  raw('GET', `${path === '/' ? '' : path}/index.html`, 'anonymous', c => c.redirect(path, 301)),
])

export const siteRoutes: RawRoute[] = [
  text('/robots.txt', 'text/plain', robots),
  text('/sitemap.xml', 'application/xml', sitemap),
  text('/rss.xml', 'application/rss+xml', rss),
  ...still,
  ...functionRoutes,
]

/** Pages that show something of today and are the same for everyone. */
export const livePaths = ['/pricing', '/sales-funnel', '/status', '/help', '/tour', '/newsletter', '/newsletter/:slug']

/** Renders such a page once a second, however many ask; an answer with `no-store` or an error is nobody else's. */
export const keepLivePages: MiddlewareHandler<Web> = async (c, next) => {
  if (c.req.method !== 'GET') return next()
  let own = false
  const { pathname, search } = new URL(c.req.url)
  const page = await cachedPage(pathname + search, seconds(1), async () => {
    own = true
    // Compressed here, and not on its way by someone else.
    const asked = c.req.raw
    c.req.raw = new Request(c.req.url)
    await next()
    c.req.raw = asked
    const { status, headers: said } = c.res
    if (status !== 200 || said.get('cache-control')?.includes('no-store')) return null
    return compressPage(await c.res.clone().text(), false)
  })
  if (!page) return own ? undefined : next()
  // Otherwise the headers of what was rendered would be added to what is sent.
  if (own) c.res = undefined
  c.res = send(c as unknown as WebContext, page)
}
