import { domainToASCII, domainToUnicode } from 'node:url'

/** The host in what someone typed or pasted, as the DNS writes it; undefined where it can't be one. */
export function hostIn(typed: string): string | undefined {
  const bare = typed
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/\.$/, '')
  const host = domainToASCII(bare.toLowerCase())
  const isName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host)
  return isName ? host : undefined
}

/** The host of a request header: without its port, lowercase. */
export const hostOf = (header: string): string => header.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

export const recordName = (host: string) => `_lampstand.${host}`
export const recordValue = (token: string) => `lampstand-site=${token}`

/** What to say of the TXT records that were found; undefined where ours is among them. */
export function problemWith(records: readonly string[], token: string): string | undefined {
  const ours = records.map(record => record.trim()).filter(record => record.startsWith('lampstand-site='))
  if (ours.includes(recordValue(token))) return
  if (ours.length > 0) return 'The record has another value. Please copy the value again.'
  return 'There is no such record yet. A new record can take an hour to appear.'
}

/** How people read it: `xn--mnchen-3ya.de` is `münchen.de`. Shown beside the ASCII form, never in its place. */
export const readable = (host: string): string => domainToUnicode(host)

/** The product's own host and every name below it or above it: nobody's site is there. */
export const isProductHost = (host: string, product: string): boolean =>
  host === product || host.endsWith(`.${product}`) || product.endsWith(`.${host}`)

/** What an address on a church's own domain is answered with. */
export type Answered =
  | { as: 'page'; path: string }
  /** As it stands: pictures, styles, forms, short links. */
  | { as: 'same' }
  | { as: 'robots' }
  /** On the product's own host: sign-in, booking, the portal. */
  | { as: 'elsewhere' }
  | { as: 'moved'; to: string }
  | { as: 'missing' }

const served = /^\/[\w-]+\.(css|js|png|svg|ico|webmanifest)$|^\/(storage\/v1|media|f|l|assets|fonts)\//
/** A page, a step of a funnel, custom code of a page. */
const pages = /^\/[^/]+$|^\/go\/[^/]+(\/[^/]+)?$|^\/[^/]+\/code\/[^/]+$/
const programs = /^\/(rest|auth|functions|realtime|internal|api|oauth|mcp|outbox|healthz|readyz)(\/|$)/
const onProduct =
  /^\/(book|give|card|m|i|meet|mail|my|pray|checkin|review|share|study|certificate|chat|watch|podcast|subscribe|login|preferences|unsubscribe)(\/|$)/

/** @param path of the request, as it came */
export function answeredOn(path: string, church: string): Answered {
  if (path === '/robots.txt') return { as: 'robots' }
  if (served.test(path)) return { as: 'same' }
  if (programs.test(path)) return { as: 'missing' }
  const own = new RegExp(`^/c/${church}(/.*)?$`).exec(path)
  // Two slashes at its start would name another host.
  if (own) return { as: 'moved', to: (own[1] ?? '/').replace(/^\/+/, '/') }
  if (path.startsWith('/c/')) return { as: 'missing' }
  if (onProduct.test(path)) return { as: 'elsewhere' }
  if (path === '/') return { as: 'page', path: `/c/${church}` }
  // Anything deeper is no page of a site: this one says so.
  return { as: 'page', path: pages.test(path) ? `/c/${church}${path}` : `/c/${church}/-` }
}
