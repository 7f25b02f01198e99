import { Readable } from 'node:stream'
import { clock, seconds } from '#kernel/clock.ts'
import { asDownload, type Part, rangeOf, storage } from '#providers/storage/index.ts'

/** What is sent, once it is known that it may be. */
export interface Sent {
  storageKey: string
  contentType: string
  /** Bytes. */
  size: number
  sha256: string
  /** The name under which browsers save it; absent: they show it. */
  download?: string
  /** Other sites and mail programs may show it, and caches may keep it for a minute. */
  isOpen: boolean
}

/** How a request asks for it. */
export interface Wanted {
  isHead: boolean
  range: string | undefined
  ifRange: string | undefined
  ifNoneMatch: string | undefined
}

/** A film is sent for as long as it is watched: whether it may be is asked again that often. */
const ASK_AGAIN_MS = seconds(30)

const headersOf = ({ contentType, sha256, download, isOpen }: Sent) => ({
  'Content-Type': contentType,
  'Accept-Ranges': 'bytes',
  ETag: `"${sha256.slice(0, 32)}"`,
  'Cache-Control': isOpen ? 'public, max-age=60' : 'private, no-cache',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  // No other site can show a film as its own, or spend our bandwidth on it.
  'Cross-Origin-Resource-Policy': isOpen ? 'cross-origin' : 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  ...(download !== undefined && { 'Content-Disposition': asDownload(download) }),
})

/** All of it, or the part that is asked for (RFC 9110, 13 and 14). Throws Missing. */
export async function sendBytes(sent: Sent, wanted: Wanted, mayGoOn: () => Promise<boolean>): Promise<Response> {
  const headers = headersOf(sent)
  const isKnown = (wanted.ifNoneMatch ?? '')
    .split(/\s*,\s*/)
    .some(tag => tag === '*' || tag.replace(/^W\//, '') === headers.ETag)
  if (isKnown) return new Response(null, { status: 304, headers })
  // What was kept of another content can't be continued: all of it is sent anew.
  const isSame = wanted.ifRange === undefined || wanted.ifRange === headers.ETag
  const range = isSame ? rangeOf(wanted.range, sent.size) : undefined
  if (range === 'none')
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${sent.size}` } })
  const part = range ?? { start: 0, end: sent.size - 1 }
  const body = wanted.isHead ? null : await streamOf(sent.storageKey, part, mayGoOn)
  return new Response(body, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(part.end - part.start + 1),
      ...(range && { 'Content-Range': `bytes ${part.start}-${part.end}/${sent.size}` }),
    },
  })
}

async function streamOf(storageKey: string, part: Part, mayGoOn: () => Promise<boolean>): Promise<ReadableStream> {
  const source = await storage().get(storageKey, part)
  return Readable.toWeb(Readable.from(whileAllowed(source, clock.ms(), mayGoOn))) as ReadableStream
}

async function* whileAllowed(
  source: Readable,
  since: number,
  mayGoOn: () => Promise<boolean>,
): AsyncGenerator<Uint8Array> {
  let asked = since
  try {
    for await (const piece of source) {
      if (clock.ms() - asked >= ASK_AGAIN_MS) {
        asked = clock.ms()
        if (!(await mayGoOn())) throw new Error('this video may no longer be watched by whom it was sent to')
      }
      yield piece
    }
  } finally {
    source.destroy()
  }
}
