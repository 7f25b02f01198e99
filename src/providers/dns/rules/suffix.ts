import { getPublicSuffix } from 'tldts'

/** Whether many owners have their names below it, as below `org`, `co.uk` or `github.io`: nobody's own domain. Source: publicsuffix.org. */
export const isPublicSuffix = (host: string): boolean =>
  getPublicSuffix(host, { allowPrivateDomains: true, validateHostname: false }) === host.toLowerCase()

/** What its field says of one. */
export const publicSuffixWords = (host: string): string =>
  `${host} is shared by many owners. Please enter a domain of your own, such as yourchurch.org`
