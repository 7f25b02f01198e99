/** Where a visitor may be sent: an absolute address of the web, as a header can carry it. undefined for anything else. */
export function redirectTarget(text: string): string | undefined {
  if (!URL.canParse(text)) return
  const { protocol, href } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

/** A target from an instant on. */
export interface ScheduledTarget {
  /** ISO 8601 with an offset or Z. */
  from: string
  target: string
}

/** Where a link leads at that moment: to the last scheduled target that has begun, else to its own. */
export function targetAt(link: { target: string; schedule: readonly ScheduledTarget[] }, now: Date): string {
  const begun = link.schedule.filter(({ from }) => new Date(from) <= now)
  const [last] = begun.sort((a, b) => new Date(b.from).getTime() - new Date(a.from).getTime())
  return last?.target ?? link.target
}

/** Pages that count where their visitors came from. */
const counting = /^\/(c|f|book|card|give|m|pray)(\/|$)/

/** Whose address it is: on the product's own host, or on a domain of a church. */
export type Whose = 'product' | 'church' | undefined

/** Tells a page of ours which short link led to it; any other address stays as it is. */
export function withCode(target: string, code: string, whose: (url: URL) => Whose): string {
  const url = new URL(target)
  const owner = whose(url)
  if (!owner || (owner === 'product' && !counting.test(url.pathname))) return target
  url.searchParams.set('l', code)
  return url.href
}

/** A redirect that no cache keeps, so that every click is counted, and no search engine lists. */
export const redirect = (href: string): Response =>
  new Response(null, {
    status: 302,
    headers: { Location: href, 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' },
  })

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Where a stored address of ours leads today. No link may lead to a private network, so an address of this machine is
 * one of ours: of a day on which the server had another port, or no name yet.
 * @param today the address of this server
 */
export function todaysAddress(target: string, today: string): string {
  const { hostname, origin, pathname, search, hash } = new URL(target)
  return LOOPBACK.test(hostname) && origin !== today ? `${today}${pathname}${search}${hash}` : target
}
