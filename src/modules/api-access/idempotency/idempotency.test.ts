import { beforeAll, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { clock, hours } from '#kernel/clock.ts'
import type { ProcedureMeta } from '#kernel/contract.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
let church: Church
let server: Awaited<ReturnType<typeof aServer>>
let key: string

beforeAll(async () => {
  server = await aServer()
  church = await aChurch()
  key = (await church.owner.apiKeys.create({ name: 'Shop', scopes: ['leads.read', 'leads.write', 'settings.read'] }))
    .key
})

interface Sending {
  bearer?: string
  headers?: Record<string, string>
}
async function post(path: string, body: object, once: string, { bearer = key, headers = {} }: Sending = {}) {
  const response = await server.send(`/rest/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'idempotency-key': once,
      'lampstand-client': church.id,
      ...headers,
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    body: JSON.parse(text),
    replayed: response.headers.get('idempotency-replayed'),
  }
}
const count = async () => (await church.owner.leads.list({})).items.length
const kept = async (once: string) =>
  (await (await testHouse()).owner.query('select * from idempotency_keys where key = $1', [once])).rows

test('the same call sent again is done once and answered alike, to the letter', async () => {
  const before = await count()
  const first = await post('/leads', { firstName: 'Pat' }, 'one')
  const again = await post('/leads', { firstName: 'Pat' }, 'one')
  expect(first).toMatchObject({ status: 200, replayed: null })
  expect(again).toMatchObject({ status: 200, replayed: 'true', text: first.text })
  expect(await count()).toBe(before + 1)
})

test('another body under the same key is refused; another path or caller is another call', async () => {
  const first = await post('/leads', { firstName: 'Ann' }, 'two')
  expect(await post('/leads', { firstName: 'Ben' }, 'two')).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  })
  const bearer = church.people.staff.session.access_token
  const theirs = await post('/leads', { firstName: 'Ann' }, 'two', { bearer })
  expect(theirs).toMatchObject({ status: 200, replayed: null })
  expect(theirs.body.id).not.toBe(first.body.id)
  expect((await post(`/leads/${first.body.id}/touch`, { kind: 'note' }, 'two')).body.code).not.toBe(
    'IDEMPOTENCY_MISMATCH',
  )
})

test('many at once: one is done, the others hear that it is on its way or get its answer', async () => {
  const before = await count()
  const all = await Promise.all(Array.from({ length: 8 }, () => post('/leads', { firstName: 'Sam' }, 'three')))
  expect(await count()).toBe(before + 1)
  for (const { status, body } of all) expect([200, 409], JSON.stringify(body)).toContain(status)
  expect(all.filter(({ status, replayed }) => status === 200 && !replayed)).toHaveLength(1)
  for (const { body } of all.filter(({ status }) => status === 409)) expect(body.code).toBe('IDEMPOTENCY_IN_FLIGHT')
})

test('a refused call leaves nothing, so that it can be sent again once it is right', async () => {
  expect((await post('/leads', { email: 'not an address' }, 'four')).status).toBe(400)
  expect(await kept('four')).toEqual([])
  expect((await post('/leads', { firstName: 'Kim' }, 'four')).status).toBe(200)
})

test('a key is good for a day; then the same one begins anew, and the schedule deletes what is older', async () => {
  const first = await post('/leads', { firstName: 'Lee' }, 'five')
  clock.advance(hours(23))
  expect((await post('/leads', { firstName: 'Lee' }, 'five')).body.id).toBe(first.body.id)
  clock.advance(hours(1.1))
  expect((await post('/leads', { firstName: 'Lee' }, 'five')).body.id).not.toBe(first.body.id)
  clock.advance(hours(25))
  await post('/leads', { firstName: 'Lou' }, 'younger')
  await runWaitingJobs({ schedules: true })
  expect(await kept('five')).toEqual([])
  expect(await kept('younger')).toHaveLength(1)
  clock.reset()
})

test('an answer with a secret is never kept: the retry is told so', async () => {
  const bearer = church.people.owner.session.access_token
  const body = { name: 'Made by a program', scopes: ['leads.read'] }
  const first = await post('/api-keys', body, 'six', { bearer })
  expect(first.body.key).toMatch(/^lsk_/)
  expect(await post('/api-keys', body, 'six', { bearer })).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_NOT_KEPT' },
  })
  expect(await kept('six')).toMatchObject([{ state: 'secret', answer: null }])
  const { items } = await church.owner.apiKeys.list({})
  expect(items.filter(({ name }) => name === body.name)).toHaveLength(1)
})

test('a call that reaches an outside service is claimed before; one whose process was killed is not done twice', async () => {
  const bearer = church.people.owner.session.access_token
  const first = await post(
    '/phone-numbers/offers',
    { country: 'US', areaCode: '512', voice: true, sms: true },
    'seven',
    { bearer },
  )
  const again = await post(
    '/phone-numbers/offers',
    { country: 'US', areaCode: '512', voice: true, sms: true },
    'seven',
    { bearer },
  )
  expect(first).toMatchObject({ status: 200, replayed: null })
  expect(again).toMatchObject({ status: 200, replayed: 'true', text: first.text })
  await (await testHouse()).owner.query(
    `insert into idempotency_keys (client_id, actor, path, key, body_hash, state, called_at)
     select client_id, actor, path, 'eight', body_hash, 'running', called_at from idempotency_keys where key = 'seven'`,
  )
  expect(
    await post('/phone-numbers/offers', { country: 'US', areaCode: '512', voice: true, sms: true }, 'eight', {
      bearer,
    }),
  ).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_IN_FLIGHT' },
  })
  // A refused one takes its claim back, so that it can be sent again.
  expect((await post('/phone-numbers/offers', { country: 'nowhere' }, 'failed', { bearer })).status).toBe(400)
  expect(await kept('failed')).toEqual([])
})

test('keys that can’t be one, and callers who are nobody, are refused; a GET pays no attention to it', async () => {
  for (const wrong of ['with space', 'x'.repeat(256), '']) {
    const headers = { 'idempotency-key': wrong }
    expect((await post('/leads', { firstName: 'Max' }, 'x', { headers })).status, wrong).toBe(400)
  }
  const visitor = await post('/newsletter-archive', {}, 'nine', { bearer: 'nobody' })
  expect(visitor.status).toBeGreaterThanOrEqual(400)
  const read = await server.send('/rest/v1/leads', {
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'with space' },
  })
  expect(read.status).toBe(200)
})

test('every call whose answer holds a secret or a link that opens something says so, so that none is kept', () => {
  const plain = /^(webhookEndpoints\.(test|update)|subscription\.checkout|personFields\.|topics\.)/
  const texts = (schema: any): string[] =>
    Object.entries((schema?.shape ?? {}) as Record<string, any>).flatMap(([name, value]) =>
      value?.def?.type === 'string' ? [name] : texts(value),
    )
  const found = Object.entries(contract).flatMap(([resource, verbs]) =>
    Object.entries(verbs).flatMap(([verb, procedure]) => {
      const { meta, outputSchema, route } = (procedure as any)['~orpc']
      if (route.method !== 'POST' || (meta as ProcedureMeta).secret || plain.test(`${resource}.${verb}`)) return []
      const telling = texts(outputSchema).filter(name => /secret|token|password|^url$|^key$/i.test(name))
      return telling.map(name => `${resource}.${verb}: ${name}`)
    }),
  )
  expect(found).toEqual([])
  const marked = Object.values(contract).flatMap(verbs =>
    Object.values(verbs).filter(one => (one as any)['~orpc'].meta.secret),
  )
  expect(marked.length).toBeGreaterThanOrEqual(8)
})
