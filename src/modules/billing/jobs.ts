import { z } from 'zod'
import { accountOpened, addressChanged } from '#identity/events.ts'
import { env } from '#kernel/env.ts'
import { enqueue, every, on, operatorAccountOnly, task } from '#kernel/jobs.ts'
import { stripe } from '#providers/stripe/index.ts'
import { defaultPrice } from './plans/service.ts'
import { moveTo } from './selling/service.ts'
import { settleAccess } from './service/access.ts'
import { moveInvoices } from './service/customers.ts'
import { clearLimitNotices } from './service/limit-notices.ts'
import { handleWebhook } from './service/webhooks.ts'
import { startTrial } from './subscriptions/service.ts'
import { handleWebhookLater, moveSubscribers } from './tasks.ts'

const Opened = z.object({ clientId: z.uuid(), userId: z.uuid(), priceId: z.uuid() })

/** Trials are begun outside the sign-up: it must not wait for the payment provider, nor fail with it. */
export const beginTrial = task('billing.begin-trial', Opened, (_, opened) => startTrial(opened), { retryLimit: 20 })

/** The plan that was chosen; where money is real, everyone else tries the most popular one. */
export const onAccountOpened = on(accountOpened, 'billing.account-opened', async (ctx, { priceId, ...account }) => {
  const chosen = priceId ?? (env.stripeSecretKey ? await defaultPrice(ctx) : null)
  if (chosen) await enqueue(ctx, beginTrial, { ...account, priceId: chosen })
})

export const handlingWebhook = task(handleWebhookLater, (ctx, { id }) => handleWebhook(ctx, id))

/** What the passing of time changes: trials that end soon, grace that runs out. */
export const mirroring = every('11 * * * *', 'billing.keep', async ctx => {
  await settleAccess(ctx)
  await clearLimitNotices(ctx)
})

export const settlingAccess = task('billing.pass-time', z.object({}), () => stripe().tick())
export const tick = every(
  '*/5 * * * *',
  'billing.tick',
  async ctx => {
    if (!env.stripeSecretKey) await enqueue(ctx, settlingAccess, {})
  },
  operatorAccountOnly,
)

export const moving = task(moveSubscribers, (_, replaced) => moveTo(replaced))

const Moved = z.object({ userId: z.uuid(), email: z.string() })
export const followAddress = task('billing.follow-address', Moved, (_, moved) => moveInvoices(moved))
export const addressMoved = on(addressChanged, 'billing.address-changed', (ctx, moved) =>
  enqueue(ctx, followAddress, moved),
)
