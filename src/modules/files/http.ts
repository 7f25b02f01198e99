import { Readable } from 'node:stream'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asMember } from '#kernel/run.ts'
import { Missing, storage, TooLarge } from '#providers/storage/index.ts'
import { fileName, type Purpose, uploadLimits } from './rules.ts'
import { fileById, keep } from './service.ts'

const largest = Math.max(...Object.values(uploadLimits))
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The body is the file: it goes to the store as it arrives and is never in memory whole. */
async function upload(c: WebContext): Promise<Response> {
  const caller = c.get('caller')
  const { client } = await asMember(caller, 'people.write', async ctx => ctx)
  const purpose = (c.req.query('purpose') ?? '') as Purpose
  const limit = Object.hasOwn(uploadLimits, purpose) ? uploadLimits[purpose] : undefined
  if (!limit) throw new Failure('BAD_REQUEST', 'Please say what the file is for: purpose=import.')
  const body = c.req.raw.body
  if (!body) throw new Failure('BAD_REQUEST', 'This file is empty.')
  const file = { name: fileName(c.req.query('name') ?? ''), contentType: 'text/csv; charset=utf-8', purpose }
  const outer = {
    client,
    tx: <T>(work: Parameters<typeof asMember<T>>[2]) => asMember(caller, 'people.write', work),
  }
  const kept = await keep(outer, file, body, limit)
  return c.json(kept, 201)
}

/** Always as a download, whatever its name says: nothing that was uploaded runs in our pages. */
async function download(c: WebContext): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const file = await asMember(c.get('caller'), 'people.write', ctx => fileById(ctx, UUID.test(id) ? id : NIL))
  const content = await storage().get(file.storageKey)
  return new Response(Readable.toWeb(content) as ReadableStream, {
    headers: {
      'Content-Type': file.contentType,
      'Content-Length': String(file.size),
      'Content-Disposition': `attachment; filename="${plain(file.name)}"; filename*=UTF-8''${encoded(file.name)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
}

const NIL = '00000000-0000-0000-0000-000000000000'
const plain = (name: string) => name.replace(/[^\x20-\x7e]|["\\]/g, '_')
const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)

const answered = (handle: (c: WebContext) => Promise<Response>) => (c: WebContext) =>
  handle(c).catch(error => {
    if (error instanceof TooLarge)
      return c.json({ code: 'PAYLOAD_TOO_LARGE', message: 'That file is too large: 60 MB is the most.' }, 413)
    return problem(error instanceof Missing ? new Failure('NOT_FOUND', 'File not found') : error, c)
  })

export const filesRoutes: RawRoute[] = [
  raw('POST', '/storage/v1/uploads', 'member', answered(upload), largest),
  raw('GET', '/storage/v1/files/:id', 'member', answered(download)),
]
