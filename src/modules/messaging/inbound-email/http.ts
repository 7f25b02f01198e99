import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { asMember } from '#kernel/run.ts'
import { digest } from '#kernel/secrets.ts'
import { Missing, serve } from '#providers/storage/index.ts'
import { arrivedMailOf, storedOriginal } from './service/original.ts'
import { MAX_EMAIL_BYTES, storeInboundEmail } from './service.ts'

/** Compared by their digests: equal length, and no time that tells how much was right. */
const isOurs = (given: string) =>
  Boolean(env.mailInSecret) && timingSafeEqual(Buffer.from(digest(given)), Buffer.from(digest(env.mailInSecret!)))

/** The body in memory, up to the largest mail. */
async function bodyOf(c: WebContext): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of c.req.raw.body ?? []) {
    size += piece.length
    if (size > MAX_EMAIL_BYTES) return
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** A mail as it came over the wire, from a mail server or relay of the operator's: stored, then 200. */
const mailIn = raw(
  'POST',
  '/rest/v1/mail-in',
  'webhook',
  async c => {
    const [scheme, token = ''] = (c.req.header('authorization') ?? '').split(' ')
    if (!isOurs(scheme?.toLowerCase() === 'bearer' ? token : ''))
      return c.json({ error: 'The secret does not fit.' }, 401)
    const mail = await bodyOf(c)
    if (!mail) return c.json({ error: 'That email is too large.' }, 413)
    if (!/^[\w-]+:/m.test(mail.subarray(0, 4_000).toString('latin1')))
      return c.json({ error: 'Send the original email with its headers (message/rfc822).' }, 400)
    await storeInboundEmail(mail, 'webhook', c.get('caller').requestId)
    return c.json({ received: true })
  },
  MAX_EMAIL_BYTES,
)

/** The original of a mail for anyone who may read its thread: always as a download. */
const original = raw('GET', '/storage/v1/original-emails/:id', 'member', async c => {
  const caller = c.get('caller')
  try {
    const id = z.uuid().safeParse(c.req.param('id')).data ?? ''
    if (!id) throw new Failure('NOT_FOUND', 'Email not found')
    const { client, arrivedMailId } = await asMember(
      caller,
      'conversations.read',
      async ctx => ({ client: ctx.client, arrivedMailId: await arrivedMailOf(ctx, id) }),
      true,
    )
    const file = await storedOriginal(client.id, arrivedMailId, caller.requestId)
    return await serve(file, c.req.header('range'), 'email.eml')
  } catch (error) {
    return problem(error instanceof Missing ? new Failure('NOT_FOUND', 'Email not found') : error, c)
  }
})

export const mailInRoutes: RawRoute[] = [mailIn, original]
