import { Readable } from 'node:stream'
import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, readToItsEnd, type WebContext } from '#kernel/http.ts'
import type { Permission } from '#kernel/permissions.ts'
import { asMember, asOperatorAccount, asPlatform } from '#kernel/run.ts'
import { Missing, storage, TooLarge } from '#providers/storage/index.ts'
import { attachmentType, fileName, isProgram, type Purpose, pictureType, uploadLimits } from './rules.ts'
import { cleanPicture, keep, listOfPeople, peek, publicFile } from './service.ts'

const largest = Math.max(...Object.values(uploadLimits))
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A file is uploaded by a member with the permission to use it; any other file takes people.write. */
const permissions: Partial<Record<Purpose, Permission>> = {
  logo: 'settings.write',
  picture: 'messaging.write',
  attachment: 'conversations.write',
  knowledge: 'assistant.settings',
  thumbnail: 'content.write',
  giveaway: 'content.write',
  lesson: 'content.write',
}
const anyFile: ReadonlySet<Purpose> = new Set(['attachment', 'knowledge', 'giveaway', 'lesson'])
const isAnyFile = (purpose: Purpose) => anyFile.has(purpose)
const isPicture = (purpose: Purpose) => ['logo', 'picture', 'thumbnail'].includes(purpose)

/** The body is the file: it goes to the store as it arrives. Of all files, pictures alone are in memory whole. */
async function upload(c: WebContext): Promise<Response> {
  const caller = c.get('caller')
  const purpose = (c.req.query('purpose') ?? '') as Purpose
  const limit = Object.hasOwn(uploadLimits, purpose) ? uploadLimits[purpose] : undefined
  const permission = permissions[purpose] ?? 'people.write'
  // A picture for the operator's own newsletter belongs to the operator's account, whichever is open.
  const enter = <T>(work: Parameters<typeof asMember<T>>[2]) =>
    purpose === 'picture' && c.req.query('of') === 'house'
      ? asOperatorAccount(caller, work)
      : asMember(caller, permission, work)
  const { client } = await enter(async ctx => ctx)
  if (!limit)
    throw new Failure(
      'BAD_REQUEST',
      'Please set the purpose of the file: purpose=import, logo, picture, attachment, knowledge, giveaway, lesson or thumbnail.',
    )
  const body = c.req.raw.body
  if (!body) throw new Failure('BAD_REQUEST', 'This file is empty.')
  if (Number(c.req.header('content-length') ?? 0) > limit) {
    await readToItsEnd(body)
    throw new TooLarge()
  }
  const name = fileName(c.req.query('name') ?? '')
  const { contentType, content } = await read(purpose, name, body, limit)
  // What is never sent goes again the next day; a message that takes it along keeps it.
  const file = { name, contentType, purpose, ...(purpose === 'attachment' && { days: 1 }) }
  const kept = await keep({ client, tx: enter }, file, content, limit)
  return c.json(kept, 201)
}

const CSV = 'text/csv; charset=utf-8'

/** What it is, by its purpose, its name and its first bytes. */
async function read(purpose: Purpose, name: string, body: ReadableStream<Uint8Array>, limit: number) {
  if (!isPicture(purpose) && !isAnyFile(purpose)) return { contentType: CSV, content: body }
  const { first, content } = await peek(body)
  if (isAnyFile(purpose)) {
    if (isProgram(name, first))
      throw new Failure('BAD_REQUEST', 'Programs can’t be uploaded. Please choose another file.')
    if (first.length === 0) throw new Failure('BAD_REQUEST', 'This file is empty.')
    return { contentType: attachmentType(name, first), content }
  }
  const contentType = pictureType(first)
  if (!contentType) throw new Failure('BAD_REQUEST', 'Please choose a PNG, JPEG or WebP picture.')
  return { contentType, content: cleanPicture(content, limit) }
}

/** A picture for anyone who knows its address: it stands on public pages and in mails, and its content never changes. */
const shownAs = (purpose: 'logo' | 'picture') => async (c: WebContext) => {
  const id = c.req.param('id') ?? ''
  const file = await asPlatform(purpose, db => publicFile(db, UUID.test(id) ? id : NIL, purpose))
  const content = await storage().get(file.storageKey)
  return new Response(Readable.toWeb(content) as ReadableStream, {
    headers: {
      'Content-Type': file.contentType,
      'Content-Length': String(file.size),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'public, max-age=31536000, immutable',
      // A mail program shows it from wherever it is.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}

/** Always as a download, whatever its name says: nothing that was uploaded runs in our pages. */
async function download(c: WebContext): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const caller = c.get('caller')
  const read = (ctx: Ctx) => listOfPeople(ctx, UUID.test(id) ? id : NIL)
  const file = await asMember(caller, 'people.write', read, true)
  // What members brought themselves, and the rows of it that could not be read, they may have back.
  if (file.createdBy !== caller.claims?.sub) await asMember(caller, 'people.export', read, true)
  return asDownload(file)
}

/** What a form sends to everyone who fills it in: for anyone who has the address of the mail. */
async function giveaway(c: WebContext): Promise<Response> {
  const id = c.req.param('id') ?? ''
  return asDownload(await asPlatform('giveaway', db => publicFile(db, UUID.test(id) ? id : NIL, 'giveaway')))
}

async function asDownload(file: Awaited<ReturnType<typeof publicFile>>): Promise<Response> {
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
      return c.json(
        { code: 'PAYLOAD_TOO_LARGE', message: `That file is too large. The limit is ${mostOf(c)} MB.` },
        413,
      )
    return problem(error instanceof Missing ? new Failure('NOT_FOUND', 'File not found') : error, c)
  })

const mostOf = (c: WebContext) => (uploadLimits[c.req.query('purpose') as Purpose] ?? largest) / 1_048_576

export const filesRoutes: RawRoute[] = [
  raw('POST', '/storage/v1/uploads', 'member', answered(upload), largest),
  raw('GET', '/storage/v1/files/:id', 'member', answered(download)),
  raw('GET', '/storage/v1/logos/:id', 'anonymous', answered(shownAs('logo'))),
  raw('GET', '/storage/v1/giveaways/:id', 'anonymous', answered(giveaway)),
  raw('GET', '/storage/v1/pictures/:id', 'anonymous', answered(shownAs('picture'))),
]
