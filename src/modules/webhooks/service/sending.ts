import http from 'node:http'
import https from 'node:https'
import { clock } from '#kernel/clock.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'
import { addressOf, problemOfUrl, RefusedAddress, type Resolve } from '#providers/outbound/index.ts'
import { MOST_READ, TIMEOUT } from '../rules.ts'
import type { Attempt } from '../tables.ts'

export interface Outgoing {
  url: string
  headers: Record<string, string>
  body: string
}

/**
 * Posts once, to an address that was checked and is not resolved again. Redirects are not followed: they could lead
 * anywhere.
 */
export async function post(outgoing: Outgoing, resolve?: Resolve): Promise<Attempt> {
  assertOutsideTransaction('a webhook endpoint')
  const begun = performance.now()
  const at = clock.now().toISOString()
  const end = (status: number | null, problem: string | null): Attempt => ({
    at,
    status,
    problem,
    took: Math.round(performance.now() - begun),
  })
  const refused = problemOfUrl(outgoing.url)
  if (refused) return end(null, refused)
  try {
    const status = await send(outgoing, resolve)
    if (status >= 200 && status < 300) return end(status, null)
    if (status >= 300 && status < 400) return end(status, 'The endpoint redirected. Redirects are not followed.')
    return end(status, `The endpoint responded with status ${status}.`)
  } catch (error) {
    return end(null, sentenceOf(error as NodeJS.ErrnoException))
  }
}

async function send({ url, headers, body }: Outgoing, resolve?: Resolve): Promise<number> {
  const target = new URL(url)
  const { address, family } = await addressOf(target.hostname, resolve)
  const signal = AbortSignal.timeout(TIMEOUT)
  return new Promise((done, failed) => {
    const request = (target.protocol === 'https:' ? https : http).request(
      target,
      {
        method: 'POST',
        agent: false,
        signal,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        // A name is not resolved again: what was checked is what is connected to.
        lookup: (_host, options, found) =>
          options.all ? found(null, [{ address, family }]) : found(null, address, family),
      },
      response => {
        let size = 0
        response.on('data', (piece: Buffer) => {
          if ((size += piece.length) > MOST_READ) response.destroy()
        })
        response.on('error', () => {})
        response.on('close', () => done(response.statusCode!))
      },
    )
    request.on('error', failed)
    request.end(body)
  })
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before a response.',
  ENOTFOUND: 'The host name could not be resolved.',
  ETIMEDOUT: 'The endpoint did not respond in time.',
  EHOSTUNREACH: 'The host could not be reached.',
}

function sentenceOf(error: NodeJS.ErrnoException): string {
  if (error instanceof RefusedAddress) return error.message
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'The endpoint did not respond in time.'
  if (/CERT|SSL|TLS|SELF_SIGNED/.test(error.code ?? '')) return 'The certificate of the endpoint is not valid.'
  return sentences[error.code ?? ''] ?? 'The endpoint could not be reached.'
}
