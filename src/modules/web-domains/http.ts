import { env } from '#kernel/env.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { answeredOn, hostOf } from './rules/host.ts'
import { domainAt, type OwnSite, originAt, siteOn } from './service.ts'

const product = new URL(env.publicUrl).hostname
type Fetch = (request: Request, bindings?: any, ...rest: any[]) => Response | Promise<Response>

/**
 * Answers requests for churches' own domains with their pages at the root, and every other host as before. What signs
 * people in, books or gives stays on the product's host.
 */
export function onOwnDomains(fetch: Fetch): Fetch {
  return async (request, bindings, ...rest) => {
    const host = hostOf(request.headers.get('host') ?? new URL(request.url).host)
    const isName = host.includes('.') && host.length <= 253 && !/^[\d.]+$/.test(host)
    const site = isName && host !== product ? await domainAt(host) : undefined
    if (!site) return fetch(request, bindings, ...rest)
    if (!site.isOpen) return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
    const url = new URL(request.url)
    const rewritten = answer(url, site)
    if (rewritten instanceof Response) return rewritten
    return fetch(new Request(new URL(rewritten, url), request), { ...bindings, site }, ...rest)
  }
}

const moved = (to: string, status = 302) =>
  new Response(null, { status, headers: { location: to, 'cache-control': 'no-store' } })

/** The path to answer, or the answer. */
function answer(url: URL, site: OwnSite): Response | string {
  const { pathname, search } = url
  const answered = answeredOn(pathname, site.slug)
  if (answered.as === 'missing') return new Response('Not found', { status: 404 })
  if (answered.as === 'elsewhere') return moved(`${env.publicUrl}${pathname}${search}`)
  if (answered.as === 'robots') return robots(site)
  if (answered.as === 'same') return `${pathname}${search}`
  if (site.host !== site.primary) return moved(`${originAt(site.primary)}${pathname}${search}`)
  if (answered.as === 'moved') return moved(`${answered.to}${search}`, 301)
  return `${answered.path}${search}`
}

const robots = ({ primary }: OwnSite) =>
  new Response(`User-agent: *\nAllow: /\nSitemap: ${originAt(primary)}/sitemap.xml\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=600' },
  })

/** Asked by a proxy before it fetches a certificate: only for domains that are verified, and for the product's own. */
async function tlsAllowed(c: WebContext): Promise<Response> {
  const host = hostOf(c.req.query('domain') ?? '')
  const isAllowed = host === product || (host !== '' && host.length <= 253 && (await siteOn(host)) !== undefined)
  return c.text(isAllowed ? 'yes' : 'no', isAllowed ? 200 : 404)
}

export const webDomainRoutes: RawRoute[] = [raw('GET', '/internal/tls-allowed', 'anonymous', tlsAllowed)]
