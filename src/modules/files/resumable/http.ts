import { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { Metadata, Server } from '@tus/server'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asMember } from '#kernel/run.ts'
import { TooLarge } from '#providers/storage/index.ts'
import type { Purpose } from '../rules.ts'
import { FIRST_BYTES, lengthOf, resumableLimits } from './rules.ts'
import { admit, begin, cancel, finish, makeRoom, mine, piecesDir, touch, type Upload } from './service.ts'

const PATH = '/storage/v1/upload'
const largest = Math.max(...Object.values(resumableLimits))
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id that our row gave to a creation in progress. */
const ids = new WeakMap<Request, string>()

let active: Server | undefined
const tus = () =>
  (active ??= new Server({
    path: PATH,
    datastore: new FileStore({ directory: piecesDir }),
    maxSize: largest,
    relativeLocation: true,
    // Other origins have no business here.
    allowedOrigins: () => false,
    namingFunction: request => ids.get(request as Request)!,
  }))

const entering =
  (c: WebContext) =>
  <T>(work: (ctx: Ctx) => Promise<T>) =>
    asMember(c.get('caller'), 'content.write', work)

/** Creation, as tus 1.0 says: `Upload-Length`, and metadata `filename`, `purpose` and, where known, `sha256`. */
async function create(c: WebContext): Promise<Response> {
  const tx = entering(c)
  await tx(async () => {})
  const { filename, purpose: wanted, sha256 } = metadataOf(c)
  const purpose = (wanted ?? '') as Purpose
  const limit = Object.hasOwn(resumableLimits, purpose) ? resumableLimits[purpose]! : undefined
  if (!limit) throw new Failure('BAD_REQUEST', 'Please choose what the file is for: purpose video or audio.')
  const size = lengthOf(c.req.header('upload-length'))
  if (!size) throw new Failure('BAD_REQUEST', 'This file is empty, or its size was not announced.')
  if (size > limit) throw new TooLarge()
  await makeRoom(size)
  const upload = await tx(ctx => begin(ctx, { name: filename ?? '', purpose, size, ...(sha256 && { sha256 }) }))
  // Its first piece comes in a request of its own, like all others.
  const headers = new Headers(c.req.raw.headers)
  for (const name of ['content-type', 'content-length']) headers.delete(name)
  const request = new Request(c.req.url, { method: 'POST', headers })
  ids.set(request, upload.id)
  const answer = await tus().handleWeb(request)
  if (!answer.ok) await cancel({ tx }, upload)
  return answer
}

function metadataOf(c: WebContext): Record<string, string | null> {
  try {
    return Metadata.parse(c.req.header('upload-metadata'))
  } catch {
    throw new Failure('BAD_REQUEST', 'Upload-Metadata can’t be read.')
  }
}

async function opened(c: WebContext) {
  const id = c.req.param('id') ?? ''
  if (!UUID.test(id)) throw new Failure('NOT_FOUND', 'Upload not found')
  const tx = entering(c)
  const { client, upload } = await tx(async ctx => ({ client: ctx.client, upload: await mine(ctx, id) }))
  return { client, tx, upload }
}

/** HEAD: how far it is. GET: the same in words, for screens. Both finish what was cut off after its last byte. */
async function progress(c: WebContext): Promise<Response> {
  const { upload, ...ctx } = await opened(c)
  if (c.req.raw.method !== 'HEAD') {
    const { id, name, size, refusal, fileId } = upload
    return c.json({ id, name, size, refusal, fileId })
  }
  if (upload.refusal) return new Response(null, { status: 410 })
  if (upload.fileId) return whole(upload)
  const answer = await tus().handleWeb(new Request(c.req.url, { method: 'HEAD', headers: c.req.raw.headers }))
  if (Number(answer.headers.get('upload-offset')) === upload.size) await finish(ctx, upload)
  return answer
}

const whole = ({ size }: Upload) =>
  new Response(null, {
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': `${size}`,
      'Upload-Length': `${size}`,
      'Cache-Control': 'no-store',
    },
  })

async function piece(c: WebContext): Promise<Response> {
  const { upload, ...ctx } = await opened(c)
  if (upload.refusal) throw new Failure('BAD_REQUEST', upload.refusal)
  const answer = await tus().handleWeb(await checkedPiece(c, ctx, upload))
  const offset = Number(answer.headers.get('upload-offset'))
  if (answer.ok && offset === upload.size) await finish(ctx, upload)
  else if (answer.ok) await ctx.tx(tx => touch(tx, upload))
  return answer
}

/** Where the first bytes are in it, they are looked at before any is kept. */
async function checkedPiece(c: WebContext, ctx: Parameters<typeof admit>[0], upload: Upload): Promise<Request> {
  const { body, headers } = c.req.raw
  if (!body) return new Request(c.req.url, { method: 'PATCH', headers })
  const pieces = arriving(body)
  const first: Uint8Array[] = []
  let size = 0
  while (c.req.header('upload-offset') === '0' && size < FIRST_BYTES) {
    const { value, done } = await pieces.next()
    if (done) break
    first.push(value)
    size += value.length
  }
  // A first piece that says nothing yet is looked at once all are there.
  if (size >= Math.min(FIRST_BYTES, upload.size)) await admit(ctx, upload, Buffer.concat(first))
  async function* content() {
    yield* first
    yield* pieces
  }
  const stream = Readable.toWeb(Readable.from(content())) as ReadableStream
  return new Request(c.req.url, { method: 'PATCH', headers, body: stream, duplex: 'half' } as RequestInit)
}

/** What comes until the connection breaks off is kept: an error would throw away what is not on the disk yet. */
async function* arriving(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { value } = await reader.read().catch(() => ({ value: undefined }))
    if (!value) return
    yield value
  }
}

async function remove(c: WebContext): Promise<Response> {
  const { upload, ...ctx } = await opened(c)
  await cancel(ctx, upload)
  return new Response(null, { status: 204, headers: { 'Tus-Resumable': '1.0.0' } })
}

const options = (c: WebContext) => tus().handleWeb(new Request(c.req.url, { method: 'OPTIONS' }))

const answered = (handle: (c: WebContext) => Promise<Response>) => (c: WebContext) =>
  handle(c).catch(error => {
    if (!(error instanceof TooLarge)) return problem(error, c)
    const message = `That file is too large. The limit is ${largest / 1_048_576} MB.`
    return c.json({ code: 'PAYLOAD_TOO_LARGE', message }, 413)
  })

export const resumableRoutes: RawRoute[] = [
  raw('OPTIONS', PATH, 'anonymous', options),
  raw('POST', PATH, 'member', answered(create)),
  raw('GET', `${PATH}/:id`, 'member', answered(progress)),
  raw('PATCH', `${PATH}/:id`, 'member', answered(piece), largest),
  raw('DELETE', `${PATH}/:id`, 'member', answered(remove)),
]
