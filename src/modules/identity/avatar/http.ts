import { Readable } from 'node:stream'
import { pictureType } from '#files/rules.ts'
import { cleanPicture, expire, keep, peek } from '#files/service.ts'
import { minutes } from '#kernel/clock.ts'
import { userOf } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, readToItsEnd, type WebContext } from '#kernel/http.ts'
import { asPlatform, asUser, asVisitor, operatorAccountId } from '#kernel/run.ts'
import { Missing, storage, TooLarge } from '#providers/storage/index.ts'
import { inIdentity } from '../protocol/http.ts'
import { countTry } from '../protocol/service/limits.ts'
import { AVATAR_BYTES } from '../rules.ts'
import { currentAvatar, setAvatar } from './service.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const me = (c: WebContext) => asUser(c.get('caller'), async ctx => userOf(ctx)!)

/** A user belongs to several accounts, so the picture lies in the operator's. */
async function inOperator(c: WebContext) {
  const id = await operatorAccountId()
  return { client: { id }, tx: <T>(work: Parameters<typeof asVisitor<T>>[2]) => asVisitor(c.get('caller'), id, work) }
}

/** Sets the picture of a user, null for none; the content of the former goes with the next sweep. */
export async function replaceAvatar(c: WebContext, userId: string, fileId: string | null): Promise<void> {
  const former = await inIdentity(c, ctx => setAvatar(ctx, userId, fileId))
  if (former) await (await inOperator(c)).tx(ctx => expire(ctx, former))
}

/** The body is the picture. */
async function upload(c: WebContext): Promise<Response> {
  const userId = await me(c)
  await inIdentity(c, ctx => countTry(ctx, `avatar user ${userId}`, 20, minutes(60)))
  const body = c.req.raw.body
  if (!body) throw new Failure('BAD_REQUEST', 'This file is empty.')
  if (Number(c.req.header('content-length') ?? 0) > AVATAR_BYTES) {
    await readToItsEnd(body)
    throw new TooLarge()
  }
  const { first, content } = await peek(body)
  const contentType = pictureType(first)
  if (!contentType) throw new Failure('BAD_REQUEST', 'Please choose a PNG, JPEG or WebP picture.')
  const file = { name: 'avatar', contentType, purpose: 'avatar', createdBy: userId } as const
  const { client, tx } = await inOperator(c)
  const { id } = await keep(
    { client, tx } as Parameters<typeof keep>[0],
    file,
    cleanPicture(content, AVATAR_BYTES),
    AVATAR_BYTES,
  )
  await replaceAvatar(c, userId, id)
  return c.json({ avatarUrl: `/storage/v1/avatars/${id}` }, 201)
}

async function remove(c: WebContext): Promise<Response> {
  await replaceAvatar(c, await me(c), null)
  return c.body(null, 204)
}

/** An image element sends no token: anyone who was given the address sees it, as long as it is someone's picture. */
async function show(c: WebContext): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!UUID.test(id)) throw new Failure('NOT_FOUND', 'Picture not found')
  const file = await asPlatform('avatar', db => currentAvatar(db, id))
  const content = await storage().get(file.storageKey)
  return new Response(Readable.toWeb(content) as ReadableStream, {
    headers: {
      'Content-Type': file.contentType,
      'Content-Length': String(file.size),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=3600',
    },
  })
}

const answered = (handle: (c: WebContext) => Promise<Response>) => (c: WebContext) =>
  handle(c).catch(error => {
    if (error instanceof TooLarge)
      return c.json({ code: 'PAYLOAD_TOO_LARGE', message: 'That picture is too large. The limit is 2 MB.' }, 413)
    if (error instanceof Missing) return problem(new Failure('NOT_FOUND', 'Picture not found'), c)
    const { status } = (error instanceof Failure ? (error.data ?? {}) : {}) as { status?: number }
    if (status === 429) return c.json({ code: 'TOO_MANY_REQUESTS', message: (error as Failure).message }, 429)
    return problem(error, c)
  })

export const avatarRoutes: RawRoute[] = [
  raw('POST', '/storage/v1/avatar', 'signedIn', answered(upload), AVATAR_BYTES),
  raw('DELETE', '/storage/v1/avatar', 'signedIn', answered(remove)),
  raw('GET', '/storage/v1/avatars/:id', 'anonymous', answered(show)),
]
