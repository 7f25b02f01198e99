import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { env } from '#kernel/env.ts'

/** Address space that is not the public internet (IANA special-purpose registries). */
const special = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(net, prefix, 'ipv4')
/** Of IPv6 only global unicast is public, without what embeds an IPv4 address or is set aside. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, prefix, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

export interface Address {
  address: string
  family: number
}
/** Looks up all addresses of a name. */
export type Resolve = (host: string) => Promise<Address[]>
export const resolveByDns: Resolve = host => lookup(host, { all: true, verbatim: true })

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

const isAllowed = (address: string): boolean =>
  isPublicAddress(address) || (env.webhooksToLoopback && loopback.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'))

/** Hosts in an address are written with brackets where they are IPv6. */
const bare = (host: string) => host.replace(/^\[|\]$/g, '')

export class RefusedAddress extends Error {}

/**
 * The address to connect to. It is resolved once, so that a name can't answer with another one afterwards; a name with
 * any address that is not public is refused.
 * @throws RefusedAddress with a sentence
 */
export async function addressOf(host: string, resolve: Resolve = resolveByDns): Promise<Address> {
  const literal = isIP(bare(host))
  const found = literal
    ? [{ address: bare(host), family: literal }]
    : await resolve(host).catch(() => {
        throw new RefusedAddress('The host name could not be resolved.')
      })
  if (found.length === 0) throw new RefusedAddress('The host name could not be resolved.')
  if (!found.every(({ address }) => isAllowed(address)))
    throw new RefusedAddress('The address is not on the public internet.')
  return found[0]!
}

/**
 * Whether requests may be sent there at all, by what stands in the address.
 * @returns a sentence where not
 */
export function problemOfUrl(text: string): string | null {
  const url = new URL(text)
  const host = bare(url.hostname)
  const isLocal = env.webhooksToLoopback && (host === 'localhost' || (isIP(host) > 0 && isAllowed(host)))
  if (url.username || url.password) return 'Please leave the user name and password out of the address.'
  if (url.protocol !== 'https:' && !isLocal) return 'Please use an address that starts with https://'
  if (isIP(host) ? !isAllowed(host) : /(^|\.)(localhost|local|internal|localdomain)\.?$/.test(host) && !isLocal)
    return 'The address is not on the public internet.'
  return null
}
