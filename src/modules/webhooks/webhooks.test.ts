// Isolated: it allows loopback addresses, so that a server of the test may receive what is sent.
import { globSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

vi.stubEnv('WEBHOOKS_TO_LOOPBACK', 'on')
const { serverModules } = await import('#app/modules.server.ts')
const { clock, days, hours, minutes } = await import('#kernel/clock.ts')
const { runWaitingJobs } = await import('#kernel/jobs.ts')
const { aChurch } = await import('#testing/church.ts')
const { testHouse } = await import('#testing/house.ts')
const { post } = await import('./service/sending.ts')
const { receiveMessage: receive } = await import('#messaging/service/inbound.ts')

interface Received {
  headers: http.IncomingHttpHeaders
  body: string
}
let church: Awaited<ReturnType<typeof aChurch>>
let received: Received[] = []
let status = 204
let location: string | undefined
const receiver = http.createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', piece => pieces.push(piece))
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(pieces).toString() })
    response.writeHead(status, location ? { location } : {}).end()
  })
})
let url: string

beforeAll(async () => {
  await new Promise<void>(ready => receiver.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
  await testHouse()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await new Promise(done => receiver.close(done))
})
beforeEach(async () => {
  clock.reset()
  await runWaitingJobs()
  church = await aChurch()
  received = []
  status = 204
  location = undefined
})

const anEndpoint = (events: string[], more: object = {}) =>
  church.owner.webhookEndpoints.create({ url, events, ...more })
const log = async () => (await church.owner.webhookDeliveries.list({})).items
const endpoint = async () => (await church.owner.webhookEndpoints.list({})).items[0]!
const body = (at = 0) => JSON.parse(received[at]!.body)

test('an event arrives signed, with the resource as the REST API shows it', async () => {
  const { secret } = await anEndpoint(['lead.created', 'lead.moved'])
  expect(JSON.stringify(await church.owner.webhookEndpoints.list({}))).not.toContain(secret)
  const lead = await church.staff.leads.create({ firstName: 'Pat' })
  await runWaitingJobs()
  expect(received).toHaveLength(1)
  const [{ headers, body: text }] = received as [Received]
  const verified = new Webhook(secret).verify(text, headers as Record<string, string>)
  expect(verified).toMatchObject({ type: 'lead.created', accountId: church.id, data: { id: lead.id, name: 'Pat' } })
  expect(body().data).toEqual(JSON.parse(JSON.stringify(await church.owner.leads.get({ id: lead.id }))))
  expect(() => new Webhook(secret).verify(`${text} `, headers as Record<string, string>)).toThrow()

  await church.staff.leads.move({ id: lead.id, status: 'contacted', after: null })
  await runWaitingJobs()
  expect(body(1)).toMatchObject({ type: 'lead.moved', details: { from: 'new', to: 'contacted' } })
  expect(await log()).toMatchObject([{ state: 'delivered' }, { state: 'delivered', attempts: [{ status: 204 }] }])
  expect((await endpoint()).lastDeliveredAt).toBeInstanceOf(Date)
})

test('only chosen events of the own account are sent, and none once the endpoint is removed', async () => {
  const hope = await aChurch('Hope Chapel')
  await anEndpoint(['person.created'])
  await hope.staff.people.create({ firstName: 'Ann' })
  await church.staff.leads.create({ firstName: 'Ben' })
  await runWaitingJobs()
  expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(['person.created'])
  await church.owner.webhookEndpoints.remove({ id: (await endpoint()).id })
  await church.staff.people.create({ firstName: 'Cleo' })
  await runWaitingJobs()
  expect(received).toHaveLength(1)
})

test('the resource is read when it is delivered, with the endpoint’s scopes and its maker’s rights of today', async () => {
  const maker = await church.addMember('admin')
  await maker.client.webhookEndpoints.create({ url, events: ['person.created'] })
  const ann = await church.staff.people.create({
    firstName: 'Ann',
    points: [{ kind: 'email', value: 'a@example.org' }],
  })
  await church.staff.people.update({ id: ann.id, version: ann.version, lastName: 'Miller' })
  const gone = await church.staff.people.create({ firstName: 'Ben' })
  await church.owner.people.trash({ selection: { ids: [gone.id] } })
  await runWaitingJobs()
  // Its scope is people.basic: names, and no contact details.
  expect(received).toHaveLength(1)
  expect(body().data).toMatchObject({ id: ann.id, lastName: 'Miller', email: null })
  expect(await log()).toMatchObject([{ state: 'skipped' }, { state: 'delivered' }])

  const { items } = await church.owner.members.list({})
  await church.owner.members.remove({ id: items.find(({ userId }) => userId === maker.id)!.id })
  await church.staff.people.create({ firstName: 'Cleo' })
  await runWaitingJobs()
  expect(received).toHaveLength(1)
  expect((await log())[0]).toMatchObject({
    state: 'skipped',
    attempts: [{ problem: expect.stringContaining('can’t read it') }],
  })
  // A colleague who may read it goes on with the endpoint by saving it.
  const { id, version } = await endpoint()
  await church.admin.webhookEndpoints.update({ id, version, description: 'Taken over' })
  await church.staff.people.create({ firstName: 'Dora' })
  await runWaitingJobs()
  expect(received).toHaveLength(2)
})

test('a confidential conversation reaches only an endpoint with the scope for it', async () => {
  const from = '+15125550143'
  const says = async (text: string) => {
    const said = { channel: 'sms' as const, from, to: '', text, provider: 'test', providerId: crypto.randomUUID() }
    await church.inside(ctx => receive(ctx, said))
    await runWaitingJobs()
  }
  const open = await anEndpoint(['conversation.received'], { scopes: ['conversations.read'] })
  const pastoral = await anEndpoint(['conversation.received'], { scopes: ['conversations.read', 'pastoral.read'] })
  await says('Hello')
  expect(received).toHaveLength(2)
  const [thread] = (await church.owner.conversations.list({})).items
  await church.owner.conversations.setConfidential({ id: thread!.id, version: thread!.version, confidential: true })
  await says('My mother is very ill')
  const states = async (endpointId: string) =>
    (await church.owner.webhookDeliveries.list({ endpointId })).items.map(({ state }) => state)
  expect(await states(open.id)).toEqual(['skipped', 'delivered'])
  expect(await states(pastoral.id)).toEqual(['delivered', 'delivered'])
  expect(received).toHaveLength(3)
})

test('nobody makes an endpoint that reads more than they may, or takes over one', async () => {
  await anEndpoint(['person.created'], { scopes: ['people.basic', 'people.read', 'pastoral.read'] })
  await expect(
    church.admin.webhookEndpoints.create({
      url,
      events: ['person.created'],
      scopes: ['people.basic', 'pastoral.read'],
    }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const { id, version } = await endpoint()
  await expect(church.admin.webhookEndpoints.update({ id, version, url: `${url}/elsewhere` })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await expect(church.admin.webhookEndpoints.rotateSecret({ id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a failure is tried again with growing waits, under the same id, until it arrives', async () => {
  await anEndpoint(['person.created'])
  status = 500
  await church.staff.people.create({ firstName: 'Ann' })
  await runWaitingJobs()
  for (const wait of [6_000, minutes(5), minutes(30)]) {
    const before = received.length
    await runWaitingJobs()
    expect(received).toHaveLength(before)
    clock.advance(wait)
    await runWaitingJobs()
    expect(received).toHaveLength(before + 1)
  }
  expect((await endpoint()).failingSince).toBeInstanceOf(Date)
  status = 200
  clock.advance(hours(2))
  await runWaitingJobs()
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const [delivery] = await log()
  expect(delivery).toMatchObject({ state: 'delivered', nextAttemptAt: null })
  expect(delivery!.attempts.map(({ status }) => status)).toEqual([500, 500, 500, 500, 200])
  expect((await endpoint()).failingSince).toBeNull()
})

test('after ten attempts a delivery has failed; a member may send it again', async () => {
  await anEndpoint(['person.created'])
  status = 503
  await church.staff.people.create({ firstName: 'Ann' })
  await runWaitingJobs()
  for (let i = 0; i < 9; i++) {
    clock.advance(days(1) + minutes(1))
    await (await testHouse()).owner.query('update webhook_endpoints set failing_since = $1', [clock.now()])
    await runWaitingJobs()
  }
  const [failed] = await log()
  expect(failed).toMatchObject({ state: 'failed', nextAttemptAt: null })
  expect(failed!.attempts).toHaveLength(10)
  status = 200
  await church.owner.webhookDeliveries.replay({ id: failed!.id })
  await runWaitingJobs()
  expect((await log())[0]).toMatchObject({ state: 'delivered' })
  expect(received.at(-1)!.headers['webhook-id']).toBe(`msg_${failed!.id}`)
})

test('an endpoint that fails for days is turned off, and those who can turn it on again are told', async () => {
  await anEndpoint(['person.created'])
  status = 500
  await church.staff.people.create({ firstName: 'Ann' })
  await runWaitingJobs()
  clock.advance(days(5) + minutes(1))
  await church.staff.people.create({ firstName: 'Ben' })
  await runWaitingJobs()
  expect(await endpoint()).toMatchObject({ state: 'disabled', disabledReason: expect.stringContaining('status 500') })
  const told = async (who: 'owner' | 'admin' | 'staff') =>
    (await church[who].notifications.list({})).items.filter(({ type }) => type === 'webhook')
  expect(await told('owner')).toMatchObject([{ title: `Webhooks to ${new URL(url).host} were turned off` }])
  expect(await told('admin')).toHaveLength(1)
  expect(await told('staff')).toEqual([])
  const before = received.length
  await church.staff.people.create({ firstName: 'Cleo' })
  await runWaitingJobs()
  expect(received).toHaveLength(before)
  const { id, version } = await endpoint()
  status = 200
  expect(await church.owner.webhookEndpoints.update({ id, version, enabled: true })).toMatchObject({ state: 'enabled' })
  await church.staff.people.create({ firstName: 'Dora' })
  await runWaitingJobs()
  expect(received).toHaveLength(before + 1)
})

test('410 turns an endpoint off at once; a redirect is not followed', async () => {
  await anEndpoint(['person.created'])
  status = 302
  location = 'http://127.0.0.1:1/elsewhere'
  await church.staff.people.create({ firstName: 'Ann' })
  await runWaitingJobs()
  expect((await log())[0]!.attempts).toMatchObject([{ status: 302, problem: expect.stringContaining('redirect') }])
  status = 410
  await church.staff.people.create({ firstName: 'Ben' })
  await runWaitingJobs()
  expect(await endpoint()).toMatchObject({ state: 'disabled' })
})

test('a name is resolved once, and the connection goes to the address that was checked', async () => {
  let reached = 0
  // On another address than the system would find for this name.
  const elsewhere = http.createServer((_, response) => {
    reached++
    response.writeHead(204).end()
  })
  await new Promise<void>(ready => elsewhere.listen(0, '127.0.0.2', ready))
  const { port } = elsewhere.address() as AddressInfo
  let asked = 0
  // A name that changes its answer after it was checked.
  const rebinding = async () => [{ address: asked++ === 0 ? '127.0.0.2' : '10.0.0.1', family: 4 }]
  const outgoing = { url: `http://localhost:${port}/`, headers: {}, body: '{}' }
  expect(await post(outgoing, rebinding)).toMatchObject({ status: 204, problem: null })
  expect([asked, reached]).toEqual([1, 1])
  expect(await post(outgoing, rebinding)).toMatchObject({ status: null, problem: expect.stringContaining('public') })
  expect(reached).toBe(1)
  await new Promise(done => elsewhere.close(done))
})

test('a new secret signs beside the former one for a day', async () => {
  const first = await anEndpoint(['person.created'])
  const second = await church.owner.webhookEndpoints.rotateSecret({ id: first.id })
  const verify = (secret: string, { headers, body }: Received) =>
    new Webhook(secret).verify(body, headers as Record<string, string>)
  await church.owner.webhookEndpoints.test({ id: first.id })
  await runWaitingJobs()
  const [both] = received as [Received]
  expect(verify(first.secret, both)).toMatchObject({ type: 'webhook.test' })
  expect(verify(second.secret, both)).toMatchObject({ type: 'webhook.test' })
  expect(both.headers['webhook-signature']!.toString().split(' ')).toHaveLength(2)
  clock.advance(days(1) + minutes(1))
  await church.owner.webhookEndpoints.test({ id: first.id })
  await runWaitingJobs()
  expect(received[1]!.headers['webhook-signature']!.toString().split(' ')).toHaveLength(1)
})

test('private addresses are refused when an endpoint is made, and its log is kept for 30 days', async () => {
  for (const bad of ['https://10.0.0.1/', 'https://[fd00::1]/', 'http://example.org/', 'https://printer.local/'])
    await expect(
      church.owner.webhookEndpoints.create({ url: bad, events: ['lead.created'] }),
      bad,
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  await expect(anEndpoint(['lead.exploded'])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(church.staff.webhookEndpoints.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await anEndpoint(['person.created'])
  await church.staff.people.create({ firstName: 'Ann' })
  await runWaitingJobs()
  clock.advance(days(31))
  await runWaitingJobs({ schedules: true })
  expect(await log()).toEqual([])
})

test('every event that a module announces is carried by webhooks, or says why it is no news for outside programs', async () => {
  const announced = new Set<string>()
  for (const file of globSync('src/modules/**/events.ts'))
    for (const one of Object.values(await import(path.resolve(file)))) announced.add((one as { name: string }).name)
  expect(announced.size).toBeGreaterThan(30)
  const modules = serverModules as readonly {
    webhookEvents?: Record<string, { event: { name: string }; summary: string }>
    internalEvents?: Record<string, string>
  }[]
  const carried = modules.flatMap(one => Object.values(one.webhookEvents ?? {}).map(({ event }) => event.name))
  const internal = modules.flatMap(one => Object.keys(one.internalEvents ?? {}))
  expect([...carried, ...internal].sort()).toEqual([...announced].sort())
  const { items } = await church.owner.webhookEndpoints.events({})
  expect(items.length).toBe(carried.length)
  for (const { type, summary, path } of items) {
    expect(type).toMatch(/^[a-z_]+\.[a-z_]+$/)
    expect(summary).toMatch(/^[A-Z]/)
    expect(path).toMatch(/^GET \/rest\/v1\//)
  }
})
