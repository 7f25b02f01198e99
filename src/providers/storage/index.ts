import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { env } from '#kernel/env.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'
import { liveStorage } from './live.ts'
import { sandboxStorage } from './sandbox.ts'

export { Missing, TooLarge } from './rules/errors.ts'

export interface Written {
  /** Bytes. */
  size: number
  /** Of the content, 64 hex digits. */
  sha256: string
}

/** A file on this machine's disk for as long as someone works with it. */
export interface LocalFile extends AsyncDisposable {
  path: string
}

/** Bytes of a file, the last one included. */
export interface Part {
  start: number
  end: number
}

/** Keys look like `<client id>/<file id>`. */
export interface StorageProvider {
  name: string
  /** Keeps a stream whole or not at all; throws TooLarge beyond `limit` bytes. */
  put(key: string, content: AsyncIterable<Uint8Array>, limit: number): Promise<Written>
  /** The same for a file of this disk, which stays where it is; without a second copy where both lie on one disk. */
  putLocal(key: string, path: string, limit: number): Promise<Written>
  /** All of it, or a part of it with both ends included; throws Missing where nothing is kept under that key. */
  get(key: string, part?: Part): Promise<Readable>
  /** For a worker, which reads from a path; throws Missing. */
  local(key: string): Promise<LocalFile>
  /** What is gone already is no error. */
  remove(key: string): Promise<void>
}

let active: StorageProvider | undefined

/** S3 where S3_ENDPOINT is set, else files under DATA_DIR. */
export function storage(): StorageProvider {
  active ??= env.s3 ? liveStorage(env.s3, env.dataDir) : sandboxStorage(env.dataDir)
  return guarded(active)
}

const guarded = (provider: StorageProvider): StorageProvider => {
  const outside = <A extends unknown[], R>(what: (...args: A) => R) => {
    return (...args: A): R => {
      assertOutsideTransaction('storage')
      return what(...args)
    }
  }
  return {
    name: provider.name,
    put: outside(provider.put),
    putLocal: outside(provider.putLocal),
    get: outside(provider.get),
    local: outside(provider.local),
    remove: outside(provider.remove),
  }
}

/** The part of a file that a header asks for (RFC 9110, 14); undefined: all of it. none: there is no such part. */
export function rangeOf(header: string | undefined, size: number): Part | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!from && !to) return
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  return start > end || start >= size ? 'none' : { start, end }
}

interface Kept {
  storageKey: string
  contentType: string
  /** Bytes. */
  size: number
}

/** A kept file as an answer, from any point on; nothing of it runs in our pages. Throws Missing. */
export async function serve(
  { storageKey, contentType, size }: Kept,
  asked: string | undefined,
  download?: string,
): Promise<Response> {
  const range = rangeOf(asked, size)
  const headers = {
    'Content-Type': contentType,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    ...(download !== undefined && { 'Content-Disposition': asDownload(download) }),
  }
  if (range === 'none')
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } })
  const stream = await storage().get(storageKey, range)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  return new Response(Readable.toWeb(stream) as ReadableStream, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(end - start + 1),
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    },
  })
}

/** A header that has browsers save what they get. */
export const asDownload = (name: string) => `attachment; filename="${plain(name)}"; filename*=UTF-8''${encoded(name)}`
const plain = (name: string) => name.replace(/[^\x20-\x7e]|["\\]/g, '_')
const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)

/** The file that is written to find out. */
export const PROBE = '.writable'

/** Why no file can be kept under `dataDir` now, in a sentence; undefined where one can. */
export async function whyNoFiles(dataDir: string): Promise<string | undefined> {
  try {
    // With a database elsewhere nothing has made it yet.
    await mkdir(dataDir, { recursive: true })
    const file = await open(path.join(dataDir, PROBE), 'w', 0o600)
    try {
      await file.write('.'.repeat(4_096))
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    const full = /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '')
    return full ? 'No space is left for files.' : 'Files can’t be written.'
  }
}
