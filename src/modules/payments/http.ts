import type { OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { log } from '#kernel/log.ts'
import { everyRight } from '#kernel/rights.ts'
import { asActor } from '#kernel/run.ts'
import { BadSignature, type GatewayName } from '#providers/payments/index.ts'
import { publicError } from '#public-page/service.ts'
import { refreshPayment } from './service/payment-status.ts'
import { paymentById } from './service/start.ts'
import { receiveWebhook } from './service/webhook-events.ts'

/** Signature over the raw body, then a row, then 200: everything else is a job's. */
export async function paymentWebhook(c: WebContext, gateway: GatewayName): Promise<Response> {
  try {
    const { requestId } = c.get('caller')
    const sent = { body: await c.req.text(), headers: c.req.raw.headers, requestId }
    await receiveWebhook(gateway, c.req.query('t') ?? '', sent)
    return c.json({ received: true })
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error
    log.warn({ gateway, requestId: c.get('caller').requestId }, 'a webhook with a wrong signature was refused')
    return c.json({ error: 'The signature does not fit.' }, 400)
  }
}

const webhook = (gateway: GatewayName) =>
  raw('POST', `/functions/v1/${gateway}-webhook`, 'webhook', c => paymentWebhook(c, gateway))

/** ThriveCart asks with HEAD whether anyone is there before it accepts an address. */
const anyoneThere = raw('HEAD', '/functions/v1/thrivecart-webhook', 'webhook', c => c.body(null, 200))

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Where the gateway's page sends the payer. The gateway is asked the status of the payment, since its webhook may come
 * later or never; the address alone says nothing.
 */
async function back(c: WebContext): Promise<Response> {
  const { client = '', id = '' } = c.req.param()
  if (!UUID.test(client) || !UUID.test(id)) return publicError(c, 'notFound')
  const { requestId } = c.get('caller')
  const tx: OuterCtx['tx'] = work => asActor(client, { type: 'visitor' }, requestId, work, everyRight('checkout'))
  try {
    const row = await tx(ctx => paymentById(ctx, id))
    const account = await tx(async ctx => ctx.client)
    await refreshPayment({ client: account, actor: { type: 'visitor' }, rights: [], requestId, tx }, id).catch(error =>
      log.warn({ err: error, requestId }, 'the gateway did not answer when the payer came back'),
    )
    const query = new URLSearchParams({ payment: id, ...(c.req.query('canceled') && { canceled: '1' }) })
    return c.redirect(`${row.returnPath}${row.returnPath.includes('?') ? '&' : '?'}${query}`, 303)
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return publicError(c, 'notFound')
    throw error
  }
}

export const paymentRoutes: RawRoute[] = [
  ...(['paypal', 'clover', 'thrivecart'] as const).map(webhook),
  anyoneThere,
  raw('GET', '/pay/:client/:id', 'anonymous', back),
]
