import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, sentenceOf, type WebContext } from '#kernel/http.ts'
import { asActor, asOperatorAccount, asPlatform } from '#kernel/run.ts'
import { operatorAccountId } from '../archive/service.ts'
import { sendNewsletter } from './service.ts'

/** Takes no body: it sends the one draft that is marked ready. For a platform admin, or the service role. */
async function answerSend(c: WebContext): Promise<Response> {
  const caller = c.get('caller')
  try {
    if (caller.claims?.role !== 'service_role') return c.json(await asOperatorAccount(caller, sendNewsletter))
    const id = await asPlatform('send-newsletter', operatorAccountId)
    return c.json(await asActor(id!, { type: 'webhook', name: 'send-newsletter' }, caller.requestId, sendNewsletter))
  } catch (error) {
    if (!(error instanceof Failure)) return problem(error, c)
    const told = said[error.code] ? new Failure('CONFLICT', said[error.code]) : error
    const answer = problem(told, c)
    return c.json({ ok: false, code: told.code, message: sentenceOf(told) }, answer.status as 409)
  }
}

const said: Record<string, string> = {
  NO_ADDRESS: 'A newsletter must show your postal address. Please add it under “Sender” first.',
  NOBODY: 'Nobody would get this: all subscribers are excluded.',
}

export const newsletterRoutes: RawRoute[] = [raw('POST', '/functions/v1/send-newsletter', 'platform', answerSend)]
