import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { stripe, Unreachable } from '#providers/stripe/index.ts'
import { waitingNotices } from '#providers/stripe/sandbox/notices/service.ts'
import { completeCheckout, moveClock } from '#providers/stripe/sandbox/pages/service.ts'
import {
  customerOf,
  deliverNotices,
  inTrial,
  later,
  pageIn,
  portal,
  postNotice,
  priceOf,
  subscribed,
} from '#testing/billing.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { newEmail, signedUp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { moveInvoices } from '../service/customers.ts'
import { startTrial } from './service.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})
afterEach(() => clock.reset())

const state = async (church: Church) => {
  const { subscription, access } = await church.owner.subscription.read({})
  return [subscription?.status ?? 'none', subscription?.price.product.name ?? '', access]
}

const newsOf = async (church: Church) =>
  (await church.owner.notifications.list({})).items.map(({ title }) => title).reverse()

test('a sign-up with a plan starts its trial of 14 days, without a card', async () => {
  const auth = server.auth()
  const priceId = await priceOf('Starter')
  const email = newEmail()
  const { data } = await auth.signUp({ email, password: 'let me in', options: { data: { name: 'Pat', priceId } } })
  await deliverNotices()
  await deliverNotices()
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select s.status, s.trial_end, s.user_id, p.name, c.billing_state from subscriptions s join members m on m.client_id = s.client_id
     join prices on prices.id = s.price_id join products p on p.id = prices.product_id join clients c on c.id = s.client_id where m.user_id = $1`,
    [data.user!.id],
  )
  expect(rows).toMatchObject([
    { status: 'trialing', name: 'Starter', billing_state: 'trialing', user_id: data.user!.id },
  ])
  expect(Math.round((rows[0].trial_end.getTime() - clock.ms()) / days(1))).toBe(14)
})

test('a sign-up with a plan that is not sold tries the usual one, instead of everything for ever', async () => {
  const options = { data: { name: 'Pat', priceId: randomUUID() } }
  const { data } = await server.auth().signUp({ email: newEmail(), password: 'let me in', options })
  await deliverNotices()
  await deliverNotices()
  const { owner } = await testHouse()
  const { rows } = await owner.query('select status from subscriptions where user_id = $1', [data.user!.id])
  expect(rows).toEqual([{ status: 'trialing' }])
})

test('a sign-up without a plan has no subscription where money is not real, and everything is open', async () => {
  await signedUp(server.auth())
  await deliverNotices()
  const church = await aChurch()
  expect(await state(church)).toEqual(['none', '', 'full'])
})

test('trial, checkout, and the first payment at the end of the trial', async () => {
  const church = await inTrial()
  expect(await state(church)).toEqual(['trialing', 'Professional', 'full'])
  const { url } = await church.owner.subscription.checkout({ priceId: await priceOf('Professional') })
  expect(await completeCheckout(pageIn(url), '4242')).toMatch(/\/profile\?checkout=cs_.*#subscription$/)
  await deliverNotices()
  const { subscription, card, invoices } = await church.owner.subscription.read({})
  expect(subscription).toMatchObject({ status: 'trialing' })
  expect([card, invoices]).toEqual(['Visa 4242', []])
  await later(church, 15)
  expect(await state(church)).toEqual(['active', 'Professional', 'full'])
  const after = await church.owner.subscription.read({})
  expect(after.invoices).toMatchObject([{ status: 'paid', amountDue: 7_900, amountPaid: 7_900, currency: 'USD' }])
})

test('a trial that ends without a card charges nothing: the account can be read', async () => {
  const church = await inTrial()
  await later(church, 15)
  expect(await state(church)).toEqual(['paused', 'Professional', 'read_only'])
  await expect(church.staff.leads.create({ firstName: 'Pat' })).rejects.toMatchObject({ code: 'READ_ONLY' })
  await expect(church.staff.leads.list({})).resolves.toMatchObject({ items: [] })
  await expect(church.owner.people.export({})).resolves.toMatchObject({ csv: expect.stringContaining('Email') })
  expect(await newsOf(church)).toContain('Your free trial has ended')
  // Choosing a plan wakes it.
  const { url } = await church.owner.subscription.checkout({ priceId: await priceOf('Starter') })
  await completeCheckout(pageIn(url), '4242')
  await deliverNotices()
  expect(await state(church)).toEqual(['active', 'Starter', 'full'])
  await expect(church.staff.leads.create({ firstName: 'Pat' })).resolves.toMatchObject({ name: 'Pat' })
})

test('a failed renewal: mails on days 0, 3, 5 and 7, read-only after 7 days, and everything again once it is paid', async () => {
  const church = await subscribed('0341')
  await later(church, 15)
  expect(await state(church)).toEqual(['past_due', 'Professional', 'full'])
  for (const count of [3, 2]) await later(church, count)
  expect((await state(church))[2]).toBe('full')
  await later(church, 3)
  expect(await state(church)).toEqual(['past_due', 'Professional', 'read_only'])
  await expect(church.staff.leads.create({ firstName: 'Pat' })).rejects.toMatchObject({ code: 'READ_ONLY' })
  expect((await newsOf(church)).filter(title => /payment|read-only/.test(title))).toEqual([
    'Your payment did not go through',
    'Your payment did not go through',
    'Your payment did not go through',
    'This account is read-only until its invoice is paid',
  ])
  expect(await portal(church, 'card', '4242')).toBeNull()
  expect(await state(church)).toEqual(['active', 'Professional', 'full'])
  await expect(church.staff.leads.create({ firstName: 'Pat' })).resolves.toMatchObject({ name: 'Pat' })
})

test('an upgrade is charged by the day at once, a downgrade waits for the next period', async () => {
  const church = await subscribed()
  await later(church, 15)
  const before = (await church.owner.subscription.read({})).subscription!
  const enterprise = await priceOf('Enterprise')
  const preview = await church.owner.subscription.preview({ priceId: enterprise })
  expect(preview).toMatchObject({ when: 'now', currency: 'USD' })
  expect(preview.amount).toBeGreaterThan(10_000)
  expect(preview.amount).toBeLessThanOrEqual(12_000)
  await church.owner.subscription.change({ priceId: enterprise })
  await deliverNotices()
  expect(await state(church)).toEqual(['active', 'Enterprise', 'full'])
  const { invoices, subscription } = await church.owner.subscription.read({})
  expect(invoices[0]).toMatchObject({ status: 'paid', amountPaid: preview.amount })
  expect(subscription!.currentPeriodEnd).toEqual(before.currentPeriodEnd)

  const starter = await priceOf('Starter')
  expect(await church.owner.subscription.preview({ priceId: starter })).toMatchObject({ when: 'period_end', amount: 0 })
  await church.owner.subscription.change({ priceId: starter })
  await deliverNotices()
  expect((await church.owner.subscription.read({})).subscription).toMatchObject({
    price: { product: { name: 'Enterprise' } },
    nextPrice: { product: { name: 'Starter' }, unitAmount: 2_900 },
  })
  await later(church, 31)
  expect(await state(church)).toEqual(['active', 'Starter', 'full'])
  expect((await church.owner.subscription.read({})).invoices[0]).toMatchObject({ amountPaid: 2_900 })
})

test('a cancellation stays active until the period ends, can be undone, and then ends', async () => {
  const church = await subscribed()
  await later(church, 15)
  expect(await portal(church, 'cancel')).toBeNull()
  expect((await church.owner.subscription.read({})).subscription).toMatchObject({
    status: 'active',
    cancelAtPeriodEnd: true,
  })
  await church.owner.subscription.resume({})
  expect((await church.owner.subscription.read({})).subscription).toMatchObject({ cancelAtPeriodEnd: false })
  await church.owner.subscription.cancel({})
  await later(church, 20)
  expect(await state(church)).toEqual(['active', 'Professional', 'full'])
  await later(church, 15)
  expect(await state(church)).toEqual(['canceled', 'Professional', 'read_only'])
  expect((await church.owner.subscription.read({})).invoices).toHaveLength(1)
})

test('notices shuffled, doubled and all at once lead to the same end', async () => {
  const church = await subscribed()
  await later(church, 15)
  await church.owner.subscription.change({ priceId: await priceOf('Enterprise') })
  await moveClock(await customerOf(church), clock.ms() + days(60))
  const seen = new Set<string>()
  await deliverNotices(notices => [...notices, ...notices].reverse().filter(({ id }) => seen.add(id)))
  expect(await state(church)).toEqual(['active', 'Enterprise', 'full'])
  const { owner } = await testHouse()
  const { rows } = await owner.query('select state, count(*)::int from stripe_events group by 1')
  expect(rows).toEqual([{ state: 'done', count: expect.any(Number) }])
  const ids = await owner.query('select stripe_invoice_id from invoices where client_id = $1', [church.id])
  expect(new Set(ids.rows.map(row => row.stripe_invoice_id)).size).toBe(ids.rows.length)
})

test('the way back without a notice, and a notice without the way back', async () => {
  const church = await inTrial()
  const { url } = await church.owner.subscription.checkout({ priceId: await priceOf('Professional') })
  await completeCheckout(pageIn(url), '4242')
  await church.owner.subscription.refresh({})
  expect((await church.owner.subscription.read({})).card).toBe('Visa 4242')
  await deliverNotices()
  expect(await state(church)).toEqual(['trialing', 'Professional', 'full'])
})

test('two paid at once: the first stays, the second is ended and given back, and who pays is told', async () => {
  const church = await inTrial()
  await later(church, 15)
  const starter = await priceOf('Starter')
  const first = await church.owner.subscription.checkout({ priceId: starter })
  await completeCheckout(pageIn(first.url), '4242')
  // The second page was opened before anyone heard of the first.
  const second = await church.owner.subscription.checkout({ priceId: await priceOf('Enterprise') })
  await completeCheckout(pageIn(second.url), '4242')
  await deliverNotices()
  expect(await state(church)).toEqual(['active', 'Starter', 'full'])
  const { invoices } = await church.owner.subscription.read({})
  expect(invoices.map(({ amountPaid, amountRefunded }) => [amountPaid, amountRefunded]).sort()).toEqual([
    [19_900, 19_900],
    [2_900, 0],
  ])
  expect(await newsOf(church)).toContain('A second subscription was canceled and refunded')
})

test('pressed twice, a checkout subscribes once; an older open page ends', async () => {
  const church = await inTrial()
  const older = await church.owner.subscription.checkout({ priceId: await priceOf('Starter') })
  const { url } = await church.owner.subscription.checkout({ priceId: await priceOf('Professional') })
  await expect(completeCheckout(pageIn(older.url), '4242')).rejects.toThrow('has expired')
  await Promise.all([completeCheckout(pageIn(url), '4242'), completeCheckout(pageIn(url), '4242')])
  await deliverNotices()
  const { owner } = await testHouse()
  const { rows } = await owner.query('select status from subscriptions where client_id = $1 order by started_at', [
    church.id,
  ])
  expect(rows.map(row => row.status).sort()).toEqual(['canceled', 'trialing'])
})

test('a declined card subscribes nobody, and says so', async () => {
  const church = await inTrial()
  const { url } = await church.owner.subscription.checkout({ priceId: await priceOf('Starter') })
  await expect(completeCheckout(pageIn(url), '0002')).rejects.toThrow('Your card was declined')
  expect((await church.owner.subscription.read({})).card).toBeNull()
})

test('a forged, stale or altered notice is refused and leaves nothing', async () => {
  await inTrial()
  const church = await aChurch()
  await startTrial({ clientId: church.id, userId: church.people.owner.id, priceId: await priceOf('Starter') })
  const [notice] = await waitingNotices()
  const before = (await (await testHouse()).owner.query('select count(*)::int from stripe_events')).rows[0].count
  expect((await postNotice({ ...notice!, signature: notice!.signature.replace(/v1=..../, 'v1=0000') })).status).toBe(
    400,
  )
  expect((await postNotice({ ...notice!, body: notice!.body.replace('evt_', 'evx_') })).status).toBe(400)
  expect((await postNotice({ ...notice!, signature: '' })).status).toBe(400)
  const stale = notice!.signature.replace(/t=\d+/, `t=${Math.floor(clock.ms() / 1_000) - 3_600}`)
  expect((await postNotice({ ...notice!, signature: stale })).status).toBe(400)
  expect((await (await testHouse()).owner.query('select count(*)::int from stripe_events')).rows[0].count).toBe(before)
})

test('one account’s subscription is none of another’s business', async () => {
  const [church, other] = [await subscribed(), await aChurch('Hope Chapel')]
  expect(await state(other)).toEqual(['none', '', 'full'])
  await expect(other.owner.subscription.portal({})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(church.staff.subscription.read({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(church.finance.subscription.read({})).resolves.toMatchObject({ subscription: { status: 'trialing' } })
})

test('stripe-portal opens one’s own portal, whatever customer is named, and comes back to a path of ours', async () => {
  const church = await subscribed()
  const call = (body: unknown, token?: string) =>
    server.send('/functions/v1/stripe-portal', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
  expect((await call({ customerId: 'cus_other', returnPath: '/profile#subscription' })).status).toBe(401)
  const token = church.people.owner.session.access_token
  const answer = await call({ customerId: 'cus_other', returnPath: 'https://evil.example/' }, token)
  expect(answer.status).toBe(200)
  const { url } = (await answer.json()) as { url: string }
  expect(new URL(url).pathname).toMatch(/^\/sandbox\/portal\/bps_/)
  const page = await (await server.send(new URL(url).pathname)).text()
  expect(page).toContain('/profile#subscription')
  expect(page).not.toContain('evil.example')
  expect((await call({ returnPath: 7 }, token)).status).toBe(400)
  expect((await call({}, church.people.staff.session.access_token)).status).toBe(403)
})

test('an unknown page of the sandbox is not there, and strange words in names stay words', async () => {
  expect((await server.send(`/sandbox/checkout/cs_${randomUUID()}`)).status).toBe(404)
  const church = await aChurch('<script>alert(1)</script>')
  await startTrial({ clientId: church.id, userId: church.people.owner.id, priceId: await priceOf('Starter') })
  await deliverNotices()
  const { url } = await church.owner.subscription.portal({})
  const page = await (await server.send(new URL(url).pathname)).text()
  expect(page).toContain('&lt;script&gt;')
  expect(page).not.toContain('<script>')
})

test('the provider is away: what was asked for is refused in a sentence, and notices are handled once it is back', async () => {
  const church = await inTrial()
  const priceId = await priceOf('Professional')
  vi.spyOn(stripe(), 'checkout').mockRejectedValueOnce(new Unreachable('timeout'))
  await expect(church.owner.subscription.checkout({ priceId })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'We can’t reach the payment provider. Nothing was changed. Please try again in a moment.',
  })
  const { url } = await church.owner.subscription.checkout({ priceId })
  await completeCheckout(pageIn(url), '4242')
  const away = vi.spyOn(stripe(), 'subscription').mockRejectedValue(new Unreachable('503'))
  for (const notice of await waitingNotices()) expect((await postNotice(notice)).status).toBe(200)
  await expect(runWaitingJobs()).rejects.toThrow('503')
  const { owner } = await testHouse()
  const failed = async () =>
    (await owner.query(`select count(*)::int from stripe_events where state = 'failed'`)).rows[0].count
  expect(await failed()).toBeGreaterThan(0)
  away.mockRestore()
  await deliverNotices()
  expect((await church.owner.subscription.read({})).card).toBe('Visa 4242')
  expect(await failed()).toBe(0)
})

test('a sign-up succeeds while the provider is away; its trial begins when it is back', async () => {
  const away = vi.spyOn(stripe(), 'startTrial').mockRejectedValueOnce(new Unreachable('503'))
  const priceId = await priceOf('Starter')
  const { data, error } = await server.auth().signUp({
    email: newEmail(),
    password: 'let me in',
    options: { data: { name: 'Pat', priceId } },
  })
  expect(error).toBeNull()
  await expect(runWaitingJobs()).rejects.toThrow('503')
  expect(away).toHaveBeenCalledOnce()
  await deliverNotices()
  const { owner } = await testHouse()
  const { rows } = await owner.query('select status from subscriptions where user_id = $1', [data.user!.id])
  expect(rows).toEqual([{ status: 'trialing' }])
})

test('invoices follow their owner to another address', async () => {
  const church = await subscribed()
  const email = newEmail()
  await moveInvoices({ userId: church.people.owner.id, email })
  const { url } = await church.owner.subscription.portal({})
  expect(await (await server.send(new URL(url).pathname)).text()).toContain(email)
})
