import { z } from 'zod'
import type { OuterCtx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, sentenceOf, type WebContext } from '#kernel/http.ts'
import { asMember, asOperator } from '#kernel/run.ts'
import { receiveWebhook } from '#payments/service/webhook-events.ts'
import { BadSignature as BadPaymentSignature } from '#providers/payments/index.ts'
import { BadSignature, stripe } from '#providers/stripe/index.ts'
import { ProductInput } from './products/contract.ts'
import { save } from './products/service.ts'
import { storeWebhook } from './service/webhooks.ts'
import { portal } from './subscriptions/service.ts'

/**
 * Signature over the raw body, then a row, then 200: everything else is a job's. With `?t=` it is about the money of that
 * church, without it about its subscription to Lampstand.
 */
const webhook = raw('POST', '/functions/v1/stripe-webhook', 'webhook', async c => {
  const church = c.req.query('t')
  try {
    const body = await c.req.text()
    if (church !== undefined) {
      const { requestId } = c.get('caller')
      await receiveWebhook('stripe', church, { body, headers: c.req.raw.headers, requestId })
      return c.json({ received: true })
    }
    const notice = await stripe().verifyWebhook(body, c.req.header('stripe-signature') ?? '')
    await storeWebhook(notice, c.get('caller').requestId)
    return c.json({ received: true })
  } catch (error) {
    if (error instanceof BadSignature || error instanceof BadPaymentSignature)
      return c.json({ error: 'The signature does not fit.' }, 400)
    throw error
  }
})

const PortalCall = z.object({
  customerId: z.string().max(200).optional(),
  returnPath: z.string().max(500).default('/profile#subscription'),
})

/** A path of our own, or the profile: a portal that sends people elsewhere would be a trap. */
function ownPath(path: string): string {
  const url = path.startsWith('/') && URL.canParse(path, env.publicUrl) ? new URL(path, env.publicUrl) : null
  return url?.origin === env.publicUrl
    ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash
    : '/profile#subscription'
}

/** The JSON of a function call, or a refusal at its field. */
async function inputOf<T extends z.ZodType>(c: WebContext, shape: T): Promise<z.output<T>> {
  const read = shape.safeParse(await c.req.json().catch(() => null))
  if (!read.success)
    throw new Failure('BAD_REQUEST', read.error.issues[0]!.message, { data: { issues: read.error.issues } })
  return read.data
}

/** A customer that isn't the caller's is ignored (decision 15b): the account's own portal opens. */
const stripePortal = raw('POST', '/functions/v1/stripe-portal', 'member', async c => {
  try {
    const { returnPath } = await inputOf(c, PortalCall)
    const caller = c.get('caller')
    const clientId = await asMember(caller, 'billing.write', async ctx => ctx.client.id)
    const { url } = await portal(
      {
        client: { id: clientId, timeZone: 'UTC', locale: 'en-US', country: 'US', currency: 'USD' },
        actor: { type: 'system' },
        rights: [],
        requestId: caller.requestId,
        tx: work => asMember(caller, 'billing.write', work),
      },
      { returnPath: ownPath(returnPath) },
    )
    return c.json({ url })
  } catch (error) {
    return problem(error, c)
  }
})

const ProductCall = z.object({
  name: z.string(),
  description: z.string().nullish(),
  /** Integer minor units (decision 15). */
  price: z.number({ error: 'Price is required' }),
  currency: z.string().optional(),
  interval: z.enum(['month', 'year']).optional(),
  active: z.boolean().optional(),
  /** Absent when creating. */
  productId: z.string().nullish(),
})

/** Answers the product with its id, or `{ error }` for the form that asked. */
const stripeProduct = raw('POST', '/functions/v1/stripe-product', 'platform', async c => {
  const caller = c.get('caller')
  try {
    const { price, productId, description, ...words } = await asOperator(caller, () => inputOf(c, ProductCall))
    const wanted = { ...words, description: description ?? '', unitAmount: price, ...(productId && { productId }) }
    const read = ProductInput.safeParse(wanted)
    if (!read.success) return c.json({ error: read.error.issues[0]!.message }, 400)
    const client = { id: '', timeZone: 'UTC', locale: 'en-US', country: 'US', currency: 'USD' }
    const tx: OuterCtx['tx'] = work => asOperator(caller, work)
    return c.json(
      await save({ client, actor: { type: 'system' }, rights: [], requestId: caller.requestId, tx }, read.data),
    )
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return c.json({ error: sentenceOf(error), code: error.code }, problem(error, c).status as 400)
  }
})

export const billingRoutes: RawRoute[] = [webhook, stripePortal, stripeProduct]
