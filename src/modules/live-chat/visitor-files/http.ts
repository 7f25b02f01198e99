import { z } from 'zod'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asOperatorAccount, asPlatform, asVisitor } from '#kernel/run.ts'
import { Missing, serve, TooLarge } from '#providers/storage/index.ts'
import { MOST_BYTES } from '../chat/rules.ts'
import { clientOfChat } from '../church-chat/service.ts'
import { inboxFile } from '../service/support-inbox.ts'
import { fileFor, requireUploadAllowed, storeUpload } from './service.ts'

const Whose = z.object({ form: z.string().regex(/^[a-z0-9-]{1,80}$/), token: z.string().regex(/^[0-9a-f]{64}$/) })

/** Whose chat it is; the token alone says who is asking. */
async function chatOf(asked: unknown) {
  const whose = Whose.safeParse(asked)
  const clientId = whose.success ? await asPlatform('chat', db => clientOfChat(db, whose.data.form)) : undefined
  if (!whose.success || !clientId) throw new Failure('NOT_FOUND', 'Chat not found.')
  return { ...whose.data, clientId }
}

/** The body is the file. */
async function upload(c: WebContext): Promise<Response> {
  const { form, token, clientId } = await chatOf({ form: c.req.query('form'), token: c.req.header('chat-token') })
  const caller = c.get('caller')
  const inside = <T>(work: Parameters<typeof asVisitor<T>>[2]) => asVisitor(caller, clientId, work)
  const { client } = await inside(async ctx => {
    await requireUploadAllowed(ctx, form)
    return ctx
  })
  const body = c.req.raw.body
  if (!body) throw new Failure('BAD_REQUEST', 'This file is empty.')
  const name = c.req.query('name') ?? ''
  return c.json(await storeUpload({ client, tx: inside }, { token, name, ip: caller.ip, body }), 201)
}

/** Asked for by POST, so that nobody's token stands in an address. */
async function shown(c: WebContext): Promise<Response> {
  const body = await c.req.json().catch(() => null)
  const { token, clientId } = await chatOf(body)
  const id = z.uuid().safeParse(body.id)
  if (!id.success) throw new Failure('NOT_FOUND', 'File not found')
  const file = await asVisitor(c.get('caller'), clientId, ctx => fileFor(ctx, { token, id: id.data }))
  return serve(file, undefined, file.name)
}

/** For anyone who answers at the desk of `/admin`. */
async function atDesk(c: WebContext): Promise<Response> {
  const id = z.uuid().safeParse(c.req.param('id'))
  if (!id.success) throw new Failure('NOT_FOUND', 'File not found')
  const file = await asOperatorAccount(c.get('caller'), ctx => inboxFile(ctx, id.data))
  return serve(file, c.req.header('range'), file.name)
}

const answered = (handle: (c: WebContext) => Promise<Response>) => (c: WebContext) =>
  handle(c).catch(error => {
    if (error instanceof TooLarge)
      return c.json({ code: 'PAYLOAD_TOO_LARGE', message: 'That file is too large. The limit is 10 MB.' }, 413)
    return problem(error instanceof Missing ? new Failure('NOT_FOUND', 'File not found') : error, c)
  })

export const visitorFileRoutes: RawRoute[] = [
  raw('POST', '/chat/files', 'anonymous', answered(upload), MOST_BYTES + 1024),
  raw('POST', '/chat/file', 'anonymous', answered(shown)),
  raw('GET', '/storage/v1/desk-files/:id', 'platform', answered(atDesk)),
]
