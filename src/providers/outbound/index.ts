import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP } from 'node:net'
import { Readable } from 'node:stream'
import { env } from '#kernel/env.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'

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
 * Whether requests may be sent there at all, by the address alone.
 * @returns a sentence where not
 */
export function problemOfUrl(text: string): string | null {
  const url = new URL(text)
  const host = bare(url.hostname)
  const isLocal = env.webhooksToLoopback && (host === 'localhost' || (isIP(host) > 0 && isAllowed(host)))
  if (url.username || url.password) return 'Please leave the user name and password out of the address.'
  if (!isUsualPort(url.port)) return 'Please use port 80, 443 or one above 1024.'
  if (url.protocol !== 'https:' && !isLocal) return 'Please use an address that starts with https://'
  if (isIP(host) ? !isAllowed(host) : /(^|\.)(localhost|local|internal|localdomain)\.?$/.test(host) && !isLocal)
    return 'The address is not on the public internet.'
  return null
}

/** Ports up to 1024 belong to other services: mail, remote access, directories. */
const isUsualPort = (port: string) => ['', '80', '443'].includes(port) || Number(port) > 1024

export interface Request {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** A longer answer is refused while it arrives. */
  mostBytes: number
  /** So many redirects are followed, each to an address that is checked as the first one was; none if absent. */
  redirects?: number
  timeoutMs?: number
  resolve?: Resolve
}
export interface Answer {
  /** Where it came from in the end. */
  url: string
  status: number
  headers: Record<string, string>
  body: string
}

export class TooLarge extends Error {}

const TIMEOUT = 20_000

/**
 * One HTTP request to the public internet. The name is resolved once and the checked address is connected to, with TLS for the
 * name; after a redirect to another origin no credentials are sent.
 * @throws RefusedAddress, TooLarge, or what the connection says
 */
export async function request(url: string, asked: Request): Promise<Answer> {
  assertOutsideTransaction('an outside server')
  const problem = problemOfUrl(url)
  if (problem) throw new RefusedAddress(problem)
  const answer = await send(new URL(url), asked)
  const { location } = answer.headers
  if (![301, 302, 303, 307, 308].includes(answer.status) || !location || !asked.redirects) return answer
  const next = URL.parse(location, url)
  if (!next) return answer
  const keepsMethod = answer.status >= 307 || !['POST', 'PUT'].includes(asked.method ?? 'GET')
  const { authorization: _, ...open } = asked.headers ?? {}
  return request(next.href, {
    ...asked,
    redirects: asked.redirects - 1,
    headers: next.origin === new URL(url).origin ? (asked.headers ?? {}) : open,
    ...(!keepsMethod && { method: 'GET', body: undefined }),
  })
}

async function send(target: URL, asked: Request): Promise<Answer> {
  const { address, family } = await addressOf(target.hostname, asked.resolve)
  const { body, mostBytes, method = 'GET', headers = {} } = asked
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const signal = AbortSignal.timeout(asked.timeoutMs ?? TIMEOUT)
  return new Promise((done, failed) => {
    const sent = (target.protocol === 'https:' ? https : http).request(
      target,
      {
        method,
        agent: false,
        signal,
        headers: { 'user-agent': 'Lampstand/1.0', 'accept-encoding': 'identity', ...headers, ...length },
        // A name is not resolved again: what was checked is what is connected to.
        lookup: (_host, options, found) =>
          options.all ? found(null, [{ address, family }]) : found(null, address, family),
      },
      response => {
        const pieces: Buffer[] = []
        let size = 0
        response.on('data', (piece: Buffer) => {
          if ((size += piece.length) > mostBytes) response.destroy(new TooLarge('The answer is too large.'))
          else pieces.push(piece)
        })
        response.on('error', failed)
        response.on('end', () =>
          done({
            url: target.href,
            status: response.statusCode!,
            body: Buffer.concat(pieces).toString('utf8'),
            headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
          }),
        )
      },
    )
    sent.on('error', failed)
    sent.end(body)
  })
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before a response.',
  ENOTFOUND: 'The host name could not be resolved.',
  ETIMEDOUT: 'The server did not respond in time.',
  EHOSTUNREACH: 'The host could not be reached.',
}

/** Why a request failed, for people. */
export function failureText(error: unknown): string {
  if (error instanceof RefusedAddress || error instanceof TooLarge) return error.message
  const { name, code = '' } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError') return sentences.ETIMEDOUT!
  if (/CERT|SSL|TLS|SELF_SIGNED/.test(code)) return 'The certificate of the server is not valid.'
  return sentences[code] ?? 'The server could not be reached.'
}

/** A service answered that it won't: wrong credentials, no permission, a calendar that is gone. Its sentence is for people. */
export class ServiceRefused extends Error {}
/** What was to be changed has another version by now. */
export class ChangedThere extends Error {}
/** The service forgot how far it was read: everything has to be read anew. */
export class CursorGone extends Error {}

/**
 * `fetch` for the SDK of a service: the checks of `request`, without redirects, and a body that arrives as a stream.
 * @throws RefusedAddress, or what the connection says; the body fails with TooLarge
 */
export function guardedFetch(mostBytes: number, resolve?: Resolve): typeof fetch {
  return async (input, init = {}) => {
    assertOutsideTransaction('an outside server')
    const url = typeof input === 'string' ? input : 'url' in input ? input.url : input.href
    const problem = problemOfUrl(url)
    if (problem) throw new RefusedAddress(problem)
    const target = new URL(url)
    const { address, family } = await addressOf(target.hostname, resolve)
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = init.body === undefined || init.body === null ? undefined : String(init.body)
    const response = await new Promise<http.IncomingMessage>((done, failed) => {
      const sent = (target.protocol === 'https:' ? https : http).request(
        target,
        {
          method: init.method ?? 'GET',
          agent: false,
          signal: init.signal ?? undefined,
          headers: { ...headers, 'accept-encoding': 'identity' },
          lookup: (_host, options, found) =>
            options.all ? found(null, [{ address, family }]) : found(null, address, family),
        },
        done,
      )
      sent.on('error', failed)
      sent.end(body)
    })
    const status = response.statusCode!
    const empty = [204, 205, 304].includes(status)
    const answerHeaders = new Headers()
    for (const [name, value] of Object.entries(response.headers)) answerHeaders.set(name, String(value))
    return new Response(empty ? null : limited(response, mostBytes), { status, headers: answerHeaders })
  }
}

function limited(response: http.IncomingMessage, mostBytes: number): ReadableStream<Uint8Array> {
  async function* pieces() {
    let size = 0
    for await (const piece of response) {
      size += piece.length
      if (size > mostBytes) throw new TooLarge('The answer is too large.')
      yield new Uint8Array(piece)
    }
  }
  return Readable.toWeb(Readable.from(pieces())) as unknown as ReadableStream<Uint8Array>
}
