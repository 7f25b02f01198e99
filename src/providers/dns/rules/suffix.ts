import { parse } from 'tldts'

/**
 * Whether many owners have their names below it, as below `org`, `co.uk` or `github.io`: nobody's own domain. A name
 * that is on no list, such as `localhost`, belongs to one machine or network. Source: publicsuffix.org.
 */
export function isPublicSuffix(host: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true, validateHostname: false })
  return Boolean(isIcann || isPrivate) && publicSuffix === host.toLowerCase()
}

/** What its field says of one. */
export const publicSuffixWords = (host: string): string =>
  `${host} is shared by many owners. Please enter a domain of your own, such as yourchurch.org`
