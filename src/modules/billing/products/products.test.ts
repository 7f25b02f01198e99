import { afterEach, expect, test, vi } from 'vitest'
import { Declined, InvalidRequest, stripe } from '#providers/stripe/index.ts'
import { deliverNotices, later, subscribed } from '#testing/billing.ts'
import { aChurch, aUser, clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'

const operator = async () => aUser({ name: 'Olga Operator', admin: true })
const words = {
  name: 'Choir',
  description: 'For one choir',
  unitAmount: 1_999,
  currency: 'USD',
  interval: 'month' as const,
}
const listed = {
  family: 'crm' as const,
  popular: false,
  features: ['One choir'],
  limits: { leads: 10 },
  grants: [],
  trialDays: 14,
}

afterEach(() => vi.restoreAllMocks())

test('a product is written here and at the provider, stands on its price list, and is changed', async () => {
  const { client } = await operator()
  const made = await client.products.save({ ...words, plan: listed })
  expect(made).toMatchObject({ name: 'Choir', active: true, syncState: 'synced', sold: 0, plan: listed })
  expect(made.prices).toMatchObject([{ unitAmount: 1_999, currency: 'USD', interval: 'month', active: true }])
  const { items } = await clientFor(nobody()).plans.list({ family: 'crm' })
  expect(items[0]).toMatchObject({ name: 'Choir', prices: [{ unitAmount: 1_999 }] })

  const changed = await client.products.save({ ...words, productId: made.id, version: made.version, unitAmount: 2_499 })
  expect(changed.prices.map(({ unitAmount, active }) => [unitAmount, active])).toEqual([
    [2_499, true],
    [1_999, false],
  ])
  // Two tabs: the second is told.
  await expect(client.products.save({ ...words, productId: made.id, version: made.version })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await client.products.remove({ id: made.id })).toEqual({ outcome: 'deleted' })
  await expect(client.products.remove({ id: made.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('what was sold is archived instead of deleted, and goes on for those who pay', async () => {
  const { client } = await operator()
  const church = await subscribed('4242', 'Starter')
  const { items } = await client.products.list({})
  const starter = items.find(({ name, plan }) => name === 'Starter' && plan?.family === 'crm')!
  expect(starter.sold).toBeGreaterThan(0)
  expect(await client.products.remove({ id: starter.id })).toEqual({ outcome: 'archived' })
  const { items: plans } = await clientFor(nobody()).plans.list({ family: 'crm' })
  expect(plans.map(({ name }) => name)).toEqual(['Professional', 'Enterprise'])
  expect((await church.owner.subscription.read({})).subscription).toMatchObject({
    price: { product: { name: 'Starter' } },
  })
  await client.products.save({ ...words, productId: starter.id, name: 'Starter', unitAmount: 2_900, active: true })
})

test('a new price: who pays the old one keeps it, or goes over with the next period', async () => {
  const { client } = await operator()
  const church = await subscribed('4242', 'Professional')
  await later(church, 15)
  const { items } = await client.products.list({})
  const product = items.find(({ name }) => name === 'Professional')!
  const input = { ...words, productId: product.id, name: 'Professional' }
  await client.products.save({ ...input, unitAmount: 8_900 })
  await deliverNotices()
  expect((await church.owner.subscription.read({})).subscription).toMatchObject({
    price: { unitAmount: 7_900 },
    nextPrice: null,
  })
  await client.products.save({ ...input, unitAmount: 7_900 })
  await client.products.save({ ...input, unitAmount: 9_900, migrate: true })
  await deliverNotices()
  // They pay the first price of all, which was not the one that was replaced.
  expect((await church.owner.subscription.read({})).subscription).toMatchObject({ nextPrice: null })
  const other = await subscribed('4242', 'Professional')
  await later(other, 15)
  await client.products.save({ ...input, unitAmount: 10_900, migrate: true })
  await deliverNotices()
  expect((await other.owner.subscription.read({})).subscription).toMatchObject({
    price: { unitAmount: 9_900 },
    nextPrice: { unitAmount: 10_900 },
  })
  // Replaced once more before they came to pay it.
  await client.products.save({ ...input, unitAmount: 11_900, migrate: true })
  await deliverNotices()
  expect((await other.owner.subscription.read({})).subscription).toMatchObject({ nextPrice: { unitAmount: 11_900 } })
})

test('the provider is down: the product is kept, marked, and synced later', async () => {
  const { client } = await operator()
  vi.spyOn(stripe(), 'saveProduct').mockRejectedValueOnce(new Error('connect ECONNREFUSED'))
  const made = await client.products.save({ ...words, name: 'Down' })
  expect(made).toMatchObject({ syncState: 'sync_failed', syncProblem: 'connect ECONNREFUSED' })
  expect(await client.products.sync({ id: made.id })).toMatchObject({ syncState: 'synced', syncProblem: null })
})

test('what the provider refuses to delete stays', async () => {
  const { client } = await operator()
  const made = await client.products.save({ ...words, name: 'Stays' })
  vi.spyOn(stripe(), 'deleteProduct').mockRejectedValueOnce(new Declined('It is in use.'))
  await expect(client.products.remove({ id: made.id })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'It is in use.',
  })
  expect((await client.products.list({})).items.some(({ id }) => id === made.id)).toBe(true)
  // A request that the provider finds invalid is a mistake of ours: logged, and not read out to anyone.
  vi.spyOn(stripe(), 'deleteProduct').mockRejectedValueOnce(new InvalidRequest('No such parameter: foo'))
  await expect(client.products.remove({ id: made.id })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/rejected this. Nothing was changed/),
  })
})

test('every field refuses what it can’t be, in its words', async () => {
  const { client } = await operator()
  for (const [wrong, message] of [
    [{ name: ' ' }, 'Name is required'],
    [{ unitAmount: 0 }, 'Price must be a positive number'],
    [{ unitAmount: 19.99 }, 'Price must be a positive number'],
    [{ unitAmount: undefined }, 'Price is required'],
    [{ currency: 'dollars' }, 'Please enter a three-letter currency'],
  ] as const)
    await expect(client.products.save({ ...words, ...wrong } as never), message).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message,
    })
})

test('stripe-product: path, payload and answers as documented; for platform admins alone', async () => {
  const { send } = await aServer()
  const [admin, church] = [await operator(), await aChurch()]
  const call = async (body: unknown, token?: string) => {
    const answer = await send('/functions/v1/stripe-product', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    return { status: answer.status, ...((await answer.json()) as { id?: string; error?: string; name?: string }) }
  }
  const token = admin.session.access_token
  expect(await call({})).toMatchObject({ status: 401, error: 'Please sign in.' })
  const payload = { name: 'By function', description: 'x', price: 435, interval: 'month', active: true }
  const made = await call(payload, token)
  expect(made).toMatchObject({ status: 200, id: expect.any(String), name: 'By function' })
  expect(await call({ ...payload, name: 'Renamed', productId: made.id }, token)).toMatchObject({
    id: made.id,
    name: 'Renamed',
  })
  expect(await call({ ...payload, price: 434.99999999999994 }, token)).toMatchObject({
    status: 400,
    error: 'Price must be a positive number',
  })
  expect(await call({ ...payload, productId: church.id }, token)).toMatchObject({
    status: 404,
    error: 'Product not found',
  })
  expect((await call(payload)).status).toBe(401)
  expect((await call(payload, church.people.owner.session.access_token)).status).toBe(403)
})

test('every change of what is sold leaves a trace in the operator’s own log', async () => {
  const { client, id: userId } = await operator()
  const made = await client.products.save({ ...words, name: 'Traced' })
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select l.operation, l.actor ->> 'userId' as who, c.house from audit_log l join clients c on c.id = l.client_id where row_id = $1 order by l.id`,
    [made.id],
  )
  expect(rows[0]).toEqual({ operation: 'insert', who: userId, house: true })
})
