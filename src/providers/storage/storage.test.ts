import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Missing, type StorageProvider, TooLarge } from './index.ts'
import { liveStorage } from './live.ts'
import { sandboxStorage } from './sandbox.ts'

const key = '0192f0c1-0000-7000-8000-000000000001/0192f0c1-0000-7000-8000-000000000002'
const secret = 'a secret that only we and the store know'
const stored = new Map<string, Buffer>()
const refused: string[] = []

/** A store that knows our key and takes nothing that is not signed with it. */
const server = http.createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!isSigned(request, body)) {
    refused.push(`${request.method} ${request.url}`)
    return response.writeHead(403).end()
  }
  if (request.method === 'PUT') stored.set(request.url!, body)
  if (request.method === 'DELETE') stored.delete(request.url!)
  const found = request.method === 'GET' ? stored.get(request.url!) : undefined
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const part = start ? found?.subarray(Number(start), Number(end) + 1) : found
  response.writeHead(request.method === 'GET' && !found ? 404 : start ? 206 : 200).end(part)
})

/** Made anew from the rules of the signature, step by step, with what arrived. */
function isSigned({ method, url, headers }: http.IncomingMessage, body: Buffer): boolean {
  const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
  const time = String(headers['x-amz-date'])
  const canonical = `${method}\n${url}\n\nhost:${headers.host}\nx-amz-content-sha256:${hash(body)}\nx-amz-date:${time}\n\nhost;x-amz-content-sha256;x-amz-date\n${hash(body)}`
  const scope = `${time.slice(0, 8)}/eu-central-1/s3/aws4_request`
  const sign = (by: string | Buffer, data: string) => createHmac('sha256', by).update(data).digest()
  const day = sign(`AWS4${secret}`, time.slice(0, 8))
  const signing = sign(sign(sign(day, 'eu-central-1'), 's3'), 'aws4_request')
  const signature = sign(signing, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash(canonical)}`).toString('hex')
  return (
    headers.authorization ===
    `AWS4-HMAC-SHA256 Credential=KEYID/${scope}, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`
  )
}

const home = mkdtempSync(path.join(tmpdir(), 'lampstand-storage-'))
const bucket = { endpoint: '', region: 'eu-central-1', bucket: 'church', accessKeyId: 'KEYID', secretAccessKey: secret }
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  bucket.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const providers: [string, () => StorageProvider][] = [
  ['sandbox', () => sandboxStorage(path.join(home, 'sandbox'))],
  ['s3', () => liveStorage(bucket, path.join(home, 's3'))],
]

async function* pieces(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part)
}

test.each(providers)('%s keeps a stream, gives it back, lends it as a file and removes it', async (_, make) => {
  const storage = make()
  const written = await storage.put(key, pieces('Ann,', 'ann@example.org\n'), 100)
  const sha256 = createHash('sha256').update('Ann,ann@example.org\n').digest('hex')
  expect(written).toEqual({ size: 20, sha256 })
  expect(await text(await storage.get(key))).toBe('Ann,ann@example.org\n')
  expect(await text(await storage.get(key, { start: 4, end: 6 }))).toBe('ann')
  {
    await using file = await storage.local(key)
    expect(readFileSync(file.path, 'utf8')).toBe('Ann,ann@example.org\n')
  }
  await storage.remove(key)
  await storage.remove(key)
  await expect(storage.get(key)).rejects.toBeInstanceOf(Missing)
  await expect(storage.local(key)).rejects.toBeInstanceOf(Missing)
  expect(refused).toEqual([])
})

test.each(providers)('%s keeps nothing of what is too large or breaks off', async (name, make) => {
  const storage = make()
  await expect(storage.put(key, pieces('1234', '5678'), 7)).rejects.toBeInstanceOf(TooLarge)
  async function* broken() {
    yield Buffer.from('1234')
    throw new Error('the connection was lost')
  }
  await expect(storage.put(key, broken(), 100)).rejects.toThrow('the connection was lost')
  await expect(storage.get(key)).rejects.toBeInstanceOf(Missing)
  const left = readdirSync(path.join(home, name), { recursive: true, withFileTypes: true })
  expect(left.filter(entry => entry.isFile())).toEqual([])
})

test('files are for our own account alone, and a key can’t lead out of the directory', async () => {
  const storage = sandboxStorage(path.join(home, 'private'))
  await storage.put(key, pieces('x'), 10)
  const file = path.join(home, 'private/uploads', key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
  for (const bad of ['../../etc/passwd', `${key}/../x`, key.replace('/', '/../')])
    await expect(storage.put(bad, pieces('x'), 10)).rejects.toThrow('storage key')
})

test('a wrong secret is refused, and said without the secret', async () => {
  const storage = liveStorage({ ...bucket, secretAccessKey: 'wrong' }, path.join(home, 's3'))
  await expect(storage.put(key, pieces('x'), 10)).rejects.toThrow('the file store answered 403 to PUT')
})
