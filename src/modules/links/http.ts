import { clock, hours } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { networkOf } from '#kernel/network.ts'
import { asVisitor } from '#kernel/run.ts'
import { throttle } from '#public-page/rules/throttle.ts'
import { churchOf, publicError } from '#public-page/service.ts'
import { hostOf } from '#web-domains/rules/host.ts'
import { ownSite, siteOn } from '#web-domains/service.ts'
import { redirect, todaysAddress, withCode } from './rules/redirect.ts'
import { follow, type ResolvedLink } from './service.ts'

/** Codes that don't exist, from one network: nobody finds one by trying. */
const mayGuess = throttle({ most: 200, ms: hours(1) })

const isAhead = (c: WebContext) =>
  /prefetch|prerender/i.test(`${c.req.header('sec-purpose')} ${c.req.header('purpose')} ${c.req.header('x-moz')}`)

async function visit(c: WebContext): Promise<Response> {
  const { ip } = c.get('caller')
  // On a church's own domain only its own links lead anywhere.
  const site = ownSite(c)
  const isHere = ({ clientId }: ResolvedLink) => !site || site.clientId === clientId
  const link = await follow(
    c.req.param('code') ?? '',
    {
      method: c.req.method,
      userAgent: c.req.header('user-agent') ?? '',
      ip,
      untracked: c.req.header('sec-gpc') === '1' || c.req.header('dnt') === '1',
      isPrefetch: isAhead(c),
    },
    isHere,
  )
  if (!link || !isHere(link)) return publicError(c, mayGuess(networkOf(ip), clock.ms()) ? 'notFound' : 'tooMany')
  if (!link.target) return resting(c, link)
  const target = todaysAddress(link.target, env.publicUrl)
  const own = new URL(target).host
  const isOwn = (await siteOn(hostOf(own)))?.clientId === link.clientId
  return redirect(
    withCode(target, link.code, ({ origin }) => (origin === env.publicUrl ? 'product' : isOwn ? 'church' : undefined)),
  )
}

/** A printed code stays where it is: anyone who scans it is welcome all the same. */
async function resting(c: WebContext, { clientId, fallback, isPlaced }: ResolvedLink): Promise<Response> {
  if (!isPlaced) return publicError(c, 'notFound')
  const church = await asVisitor(c.get('caller'), clientId, churchOf)
  return publicError(c, 'unavailable', {
    church,
    status: 200,
    title: 'This link is not in use right now',
    text: fallback || `Please ask at ${church?.name ?? 'the church'}, and you will be shown the way.`,
  })
}

export const linkRoutes: RawRoute[] = [
  raw('GET', '/l/:code', 'anonymous', visit),
  raw('HEAD', '/l/:code', 'anonymous', visit),
]
