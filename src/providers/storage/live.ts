import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { clock } from '#kernel/clock.ts'
import type { Part, StorageProvider } from './index.ts'
import { Missing } from './rules/errors.ts'
import { written } from './sandbox.ts'

export interface Bucket {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const EMPTY = createHash('sha256').digest('hex')

/** Any S3-compatible store, addressed by path. What is sent lies in DATA_DIR/tmp first: its size and hash are signed. */
export function liveStorage(bucket: Bucket, dataDir: string): StorageProvider {
  const tmp = path.join(dataDir, 'tmp')
  const temporary = async () => {
    await mkdir(tmp, { recursive: true, mode: 0o700 })
    return path.join(tmp, randomUUID())
  }
  const get = async (key: string, part?: Part) => {
    const response = await send(bucket, 'GET', key, undefined, part)
    return Readable.fromWeb(response.body as never)
  }
  const put: StorageProvider['put'] = async (key, content, limit) => {
    const file = await temporary()
    try {
      const result = await written(file, content, limit)
      const body = Readable.toWeb(createReadStream(file)) as BodyInit
      await send(bucket, 'PUT', key, { body, sha256: result.sha256, size: result.size })
      return result
    } finally {
      await rm(file, { force: true })
    }
  }
  return {
    name: 's3',
    put,
    putLocal: (key, from, limit) => put(key, createReadStream(from), limit),
    get,
    async local(key) {
      const file = await temporary()
      const dispose = () => rm(file, { force: true })
      await written(file, await get(key), Number.MAX_SAFE_INTEGER)
      return { path: file, [Symbol.asyncDispose]: dispose }
    },
    async remove(key) {
      await send(bucket, 'DELETE', key).catch(error => {
        if (!(error instanceof Missing)) throw error
      })
    },
  }
}

interface Sending {
  body: BodyInit
  sha256: string
  size: number
}

/** Milliseconds until it answers, and for all that is sent to it. What it sends may take as long as its reader takes. */
const PATIENCE = 120_000

async function send(bucket: Bucket, method: string, key: string, sending?: Sending, part?: Part): Promise<Response> {
  const url = new URL(`${bucket.endpoint.replace(/\/$/, '')}/${bucket.bucket}/${key}`)
  const headers = signedHeaders(bucket, { method, url, sha256: sending?.sha256 ?? EMPTY, at: clock.now() })
  const patience = new AbortController()
  const late = setTimeout(() => patience.abort(new Error(`the file store did not answer ${method}`)), PATIENCE)
  const response = await fetch(url, {
    method,
    headers: {
      ...headers,
      ...(sending && { 'content-length': String(sending.size) }),
      ...(part && { range: `bytes=${part.start}-${part.end}` }),
    },
    signal: patience.signal,
    ...(sending && { body: sending.body, duplex: 'half' as const }),
  }).finally(() => clearTimeout(late))
  if (response.ok) return response
  await response.body?.cancel()
  if (response.status === 404) throw new Missing(key)
  throw new Error(`the file store answered ${response.status} to ${method}`)
}

interface Request {
  method: string
  url: URL
  /** Of the body. */
  sha256: string
  at: Date
}

/** AWS Signature Version 4 over host, date and the body's hash. */
export function signedHeaders(bucket: Bucket, { method, url, sha256, at }: Request): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${time.slice(0, 8)}/${bucket.region}/s3/aws4_request`
  const signed = 'host;x-amz-content-sha256;x-amz-date'
  const canonical = [
    method,
    url.pathname,
    '',
    `host:${url.host}\nx-amz-content-sha256:${sha256}\nx-amz-date:${time}\n`,
    signed,
    sha256,
  ].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${digest}`
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${bucket.secretAccessKey}`)
  const signature = hmac(key, text).toString('hex')
  return {
    'x-amz-date': time,
    'x-amz-content-sha256': sha256,
    authorization: `AWS4-HMAC-SHA256 Credential=${bucket.accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  }
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
