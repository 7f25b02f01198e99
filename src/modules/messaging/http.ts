import { z } from 'zod'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { calledLocally, problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { everyRight } from '#kernel/rights.ts'
import { asActor, asPlatform } from '#kernel/run.ts'
import { reportKinds } from './bounces/rules.ts'
import { recordDeliveryReport } from './bounces/service.ts'
import { channelAdapters } from './channels/service.ts'
import { receiveMessage } from './service/inbound.ts'
import { accountOf, findReplyTarget, newestOf } from './service.ts'

/** For anyone who tries Lampstand on their own machine; nowhere else. */
const open = (handle: (c: WebContext) => Promise<Response>) => async (c: WebContext) => {
  if (!env.demo || !calledLocally(c)) return problem(new Failure('NOT_FOUND', 'There is no open outbox here.'), c)
  return handle(c).catch(error => problem(error, c))
}

/** Everything the sandbox caught. */
const caught = raw(
  'GET',
  '/rest/v1/outbox/caught',
  'anonymous',
  open(async c => c.json({ items: await asPlatform('outbox', db => newestOf(db, 200)) })),
)

const Act = z.object({ kind: z.enum(reportKinds) })
const words = {
  hard_bounce: '550 5.1.1 There is no such mailbox',
  soft_bounce: '452 4.2.2 The mailbox is full',
  complaint: 'Reported as spam',
} as const

/** Stands in for the recipient's mail server: the mailbox that isn't there, the button that says spam. */
const act = raw(
  'POST',
  '/rest/v1/outbox/caught/:id/report',
  'anonymous',
  open(async c => {
    // A page of another site can't send this kind of body without asking first.
    if (!/^application\/json\b/.test(c.req.header('content-type') ?? '')) throw new Failure('BAD_REQUEST', 'Send JSON.')
    const asked = Act.safeParse(await c.req.json().catch(() => null))
    const id = z.uuid().safeParse(c.req.param('id'))
    if (!asked.success || !id.success) throw new Failure('BAD_REQUEST', 'Say hard_bounce, soft_bounce or complaint.')
    const { kind } = asked.data
    const clientId = await asPlatform('outbox', db => accountOf(db, id.data))
    await asActor(
      clientId,
      { type: 'webhook', name: 'sandbox' },
      c.get('caller').requestId,
      ctx => recordDeliveryReport(ctx, id.data, { kind, source: 'sandbox', detail: words[kind] }),
      everyRight('inbound'),
    )
    return c.json({})
  }),
)

const Answer = z.object({ text: z.string().trim().min(1).max(10_000) })

/** Stands in for the recipient, who answers what was sent to them. */
const answer = raw(
  'POST',
  '/rest/v1/outbox/caught/:id/answer',
  'anonymous',
  open(async c => {
    if (!/^application\/json\b/.test(c.req.header('content-type') ?? '')) throw new Failure('BAD_REQUEST', 'Send JSON.')
    const said = Answer.safeParse(await c.req.json().catch(() => null))
    const id = z.uuid().safeParse(c.req.param('id'))
    if (!said.success || !id.success) throw new Failure('BAD_REQUEST', 'Write something first.')
    const { clientId, ...message } = await asPlatform('outbox', db => findReplyTarget(db, id.data))
    const { channel, from, to } = message
    if (await channelAdapters[channel].replyInSandbox(clientId, { from, to, text: said.data.text })) return c.json({})
    await asActor(
      clientId,
      { type: 'webhook', name: 'sandbox' },
      c.get('caller').requestId,
      ctx =>
        receiveMessage(ctx, { ...message, text: said.data.text, provider: 'sandbox', providerId: crypto.randomUUID() }),
      everyRight('inbound'),
    )
    return c.json({})
  }),
)

/** Every mail that the product writes, with sample words; `all` is the application's list. */
export const templateRoute = (all: () => Promise<object[]>): RawRoute =>
  raw(
    'GET',
    '/rest/v1/outbox/templates',
    'anonymous',
    open(async c => c.json({ items: await all() })),
  )

export const messagingRoutes: RawRoute[] = [caught, act, answer]
