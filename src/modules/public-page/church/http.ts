import type { RawRoute, WebContext } from '#kernel/http.ts'
import { asPlatform } from '#kernel/run.ts'
import { publicError } from '../service.ts'
import { publicClientAt } from './service.ts'

const SLUG = /^[a-z0-9-]{1,80}$/

/** A former address leads to today's; a domain of the church's own has none of them in its paths. */
function movedTo(c: WebContext, asked: string, slug: string): string | undefined {
  const isOwnDomain = Boolean((c.env as { site?: unknown } | undefined)?.site)
  if (slug === asked || isOwnDomain || !/^(GET|HEAD)$/.test(c.req.method)) return
  const { pathname, search } = new URL(c.req.url)
  return `${pathname.replace(`/${asked}`, `/${slug}`)}${search}`
}

async function opened(c: WebContext, handle: RawRoute['handle']): Promise<Response> {
  const asked = c.req.param('church') ?? ''
  const church = SLUG.test(asked) ? await asPlatform('public address', db => publicClientAt(db, asked)) : undefined
  if (!church || church.state === 'closed') return publicError(c, 'notFound')
  if (church.state === 'suspended')
    return publicError(c, 'closed', {
      status: 503,
      title: church.name,
      text: 'This page is not available right now. Please call the church or ask at the office.',
    })
  const to = movedTo(c, asked, church.slug)
  return to ? c.redirect(to, 301) : handle(c)
}

/** Opens the public pages of a church, whichever module has them: every route with a `:church` in its path. */
export const openedAtChurches = (routes: readonly RawRoute[]): RawRoute[] =>
  routes.map(route => (/\/:church(\/|$)/.test(route.path) ? { ...route, handle: c => opened(c, route.handle) } : route))
