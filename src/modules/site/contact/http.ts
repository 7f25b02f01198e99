import { z } from 'zod'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, sentenceOf, type WebContext } from '#kernel/http.ts'
import { asActor, asOperatorAccount, asPlatform } from '#kernel/run.ts'
import { autoReply, clientOfForm } from './service.ts'

/** Of the record only its id counts: everything else is read from our own rows. */
const Payload = z.object({ record: z.object({ id: z.uuid() }) })

/** `POST /functions/v1/auto-reply {record}`: answers a submission by mail, once; for staff and the service role. */
async function answer(c: WebContext): Promise<Response> {
  const caller = c.get('caller')
  const read = Payload.safeParse(await c.req.json().catch(() => null))
  const reply = (ctx: Parameters<typeof autoReply>[0]) => {
    if (!read.success) throw new Failure('BAD_REQUEST', 'Please send the record with its id.')
    return autoReply(ctx, read.data.record.id, { again: true })
  }
  const isService = caller.claims?.role === 'service_role'
  const operatorId = isService ? await asPlatform('auto-reply', db => clientOfForm(db, 'site')) : undefined
  const { sent } = operatorId
    ? await asActor(operatorId, { type: 'webhook', name: 'auto-reply' }, caller.requestId, reply)
    : await asOperatorAccount(caller, reply)
  return c.json({ ok: true, sent, message: sent ? 'The reply is being sent.' : 'This was already answered.' })
}

const FAILED = 'Failed to send auto-reply'

/** Every refusal says what failed; a declared one also why, as `details`. */
async function failed(error: unknown, c: WebContext): Promise<Response> {
  const answer = problem(error, c)
  const details = error instanceof Failure ? { details: sentenceOf(error) } : {}
  return c.json({ ...(await answer.json()), ok: false, message: FAILED, ...details }, answer.status as 422)
}

export const functionRoutes: RawRoute[] = [
  raw('POST', '/functions/v1/auto-reply', 'platform', c => answer(c).catch(error => failed(error, c))),
]
