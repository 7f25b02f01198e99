import { expect } from 'vitest'
import { startTrial } from '#billing/subscriptions/service.ts'
import { clock, days } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { noticeTaken, waitingNotices } from '#providers/stripe/sandbox/notices/service.ts'
import { completeCheckout, moveClock, usePortal } from '#providers/stripe/sandbox/pages/service.ts'
import { aChurch, clientFor, nobody } from './church.ts'
import { testHouse } from './house.ts'
import { aServer } from './web.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
type Notices = Awaited<ReturnType<typeof waitingNotices>>

/** Posts a notice of the payment sandbox to our webhook, as it would arrive. */
export async function postNotice({ body, signature }: { body: string; signature: string }): Promise<Response> {
  const { send } = await aServer()
  return send('/functions/v1/stripe-webhook', {
    method: 'POST',
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    body,
  })
}

/** Hands every waiting notice over, in an order of the test's choosing, and lets the jobs run. */
export async function deliverNotices(order: (notices: Notices) => Notices = notices => notices): Promise<void> {
  for (let again = true; again; ) {
    const waiting = order(await waitingNotices())
    for (const notice of waiting) {
      expect((await postNotice(notice)).status).toBe(200)
      await noticeTaken(notice.id)
    }
    again = (await runWaitingJobs()) > 0 || waiting.length > 0
  }
}

/** The price of a plan of a price list. */
export async function priceOf(name: string, interval = 'month', family: 'crm' | 'suite' = 'crm'): Promise<string> {
  await testHouse()
  const { items } = await clientFor(nobody()).plans.list({ family })
  return items.find(plan => plan.name === name)!.prices.find(price => price.interval === interval)!.id
}

export const pageIn = (url: string) => url.split('/').at(-1)!

/** A church in its trial, without a card. */
export async function inTrial(plan = 'Professional', family: 'crm' | 'suite' = 'crm') {
  const church = await aChurch()
  const priceId = await priceOf(plan, 'month', family)
  await startTrial({ clientId: church.id, userId: church.people.owner.id, priceId })
  await deliverNotices()
  return church
}

/** A church that went through checkout while in trial. */
export async function subscribed(card: '4242' | '0341' | '3184' = '4242', plan = 'Professional', interval = 'month') {
  const church = await inTrial(plan)
  const { url } = await church.owner.subscription.checkout({ priceId: await priceOf(plan, interval) })
  await completeCheckout(pageIn(url), card)
  await deliverNotices()
  return church
}

export const customerOf = async (church: Church) => (await church.owner.subscription.read({})).customerId!

/** Something done on the provider's portal page; answers what it refused. */
export async function portal(church: Church, action: string, which = ''): Promise<string | null> {
  const { url } = await church.owner.subscription.portal({})
  const problem = await usePortal(pageIn(url), action, which)
  await deliverNotices()
  return problem
}

/** So many days on, by the provider's clock. */
export async function later(church: Church, count: number): Promise<void> {
  const { owner } = await testHouse()
  const { rows } = await owner.query('select clock_shift from billing_customers where client_id = $1', [church.id])
  await moveClock(await customerOf(church), clock.ms() + Number(rows[0].clock_shift) + days(count))
  await deliverNotices()
}
