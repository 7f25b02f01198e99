import { Readable } from 'node:stream'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asMember, asPlatform, asVisitor } from '#kernel/run.ts'
import { Missing, storage, TooLarge } from '#providers/storage/index.ts'
import { countFile } from '#public-page/guard/service.ts'
import { MOST_BYTES } from '../rules/definition.ts'
import { formAt, isTokenOf } from '../service/public.ts'
import { documentOf, fileOf, keepUpload, ticketFor } from './service.ts'

/** Files an hour: of one visitor, of one form, and of the account, so that one visitor stops no form and no form the others. */
const MOST_FILES = { mine: 20, all: 150, account: 600 }

/** The body is the file. It takes the page’s token, and waits a day for its submission. */
async function upload(c: WebContext): Promise<Response> {
  const form = await asPlatform('form', db => formAt(db, c.req.param('slug') ?? ''))
  // A field that takes files may be shown only under a condition; a form without any takes none.
  const takesFiles = form?.definition.fields.some(({ type }) => type === 'file')
  if (!form?.live || !takesFiles || form.paused || !isTokenOf(form, c.req.header('form-token') ?? ''))
    throw new Failure('NOT_FOUND', 'This form is closed. Please open it again.')
  const inside = <T>(work: Parameters<typeof asVisitor<T>>[2]) => asVisitor(c.get('caller'), form.clientId, work)
  const { client } = await inside(async ctx => {
    await countFile(ctx, { of: `form ${form.id}`, most: MOST_FILES })
    return ctx
  })
  const body = c.req.raw.body
  if (!body) throw new Failure('BAD_REQUEST', 'This file is empty.')
  const kept = await keepUpload({ client, tx: inside }, c.req.query('name') ?? '', await documentOf(body))
  return c.json({ ticket: ticketFor(form.id, kept), name: kept.name }, 201)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
function idOf(c: WebContext, name: string): string {
  const id = c.req.param(name) ?? ''
  if (!UUID.test(id)) throw new Failure('NOT_FOUND', 'File not found')
  return id
}

/** Always as a download: nothing that a visitor sent runs in our pages. */
async function download(c: WebContext): Promise<Response> {
  const asked = { submissionId: idOf(c, 'submission'), id: idOf(c, 'id') }
  const file = await asMember(c.get('caller'), 'people.read', ctx => fileOf(ctx, asked), true)
  const content = await storage().get(file.storageKey)
  return new Response(Readable.toWeb(content) as ReadableStream, {
    headers: {
      'Content-Type': file.contentType,
      'Content-Length': String(file.size),
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name).replace(/['()*]/g, '_')}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-store',
    },
  })
}

const answered = (handle: (c: WebContext) => Promise<Response>) => (c: WebContext) =>
  handle(c).catch(error => {
    if (error instanceof TooLarge)
      return c.json({ code: 'PAYLOAD_TOO_LARGE', message: 'That file is too large. The limit is 10 MB.' }, 413)
    return problem(error instanceof Missing ? new Failure('NOT_FOUND', 'File not found') : error, c)
  })

export const uploadRoutes: RawRoute[] = [
  raw('POST', '/f/:slug/files', 'anonymous', answered(upload), MOST_BYTES + 1024),
  raw('GET', '/storage/v1/form-files/:submission/:id', 'member', answered(download)),
]
