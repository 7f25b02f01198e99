import { beforeAll, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import type { Permission } from '#kernel/permissions.ts'
import { aChurch, clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'
import { CALLS_PER_MINUTE, type Scope } from './rules/keys.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
let church: Church
let server: Awaited<ReturnType<typeof aServer>>

beforeAll(async () => {
  server = await aServer()
  church = await aChurch()
})

const aKey = (scopes: Scope[], more: object = {}, who: 'owner' | 'admin' = 'owner') =>
  church[who].apiKeys.create({ name: 'Website', scopes, ...more })

async function send(key: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await server.send(`/rest/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

const rows = async (text: string, values: unknown[]) => (await (await testHouse()).owner.query(text, values)).rows

test('a key is shown once, kept as a digest, and does what its scopes say and no more', async () => {
  const { key, ...shown } = await aKey(['leads.read', 'leads.write'])
  expect(key).toMatch(/^lsk_[\w-]{43}$/)
  expect(shown).toMatchObject({ state: 'active', hint: `lsk_…${key.slice(-4)}`, lastUsedAt: null })
  const { items } = await church.owner.apiKeys.list({})
  expect(JSON.stringify(items)).not.toContain(key)
  expect(JSON.stringify(await rows('select * from api_keys where client_id = $1', [church.id]))).not.toContain(key)

  const made = await send(key, 'POST', '/leads', { firstName: 'Pat' })
  expect(made).toMatchObject({ status: 200, body: { name: 'Pat' } })
  expect((await send(key, 'GET', '/leads')).body.items.map((lead: any) => lead.id)).toContain(made.body.id)
  expect(await send(key, 'GET', '/conversations')).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', message: 'This API key does not have the scope conversations.read.' },
  })
  const after = await church.owner.apiKeys.list({})
  expect(after.items.find(({ id }) => id === shown.id)!.lastUsedAt).toBeInstanceOf(Date)
})

test('what a key does is recorded as the key’s in the audit log', async () => {
  const { key, id } = await aKey(['leads.write'], { name: 'Kiosk' })
  const lead = await send(key, 'POST', '/leads', { firstName: 'Kim' })
  const [line] = await rows('select actor from audit_log where client_id = $1 and row_id = $2', [
    church.id,
    lead.body.id,
  ])
  expect(line.actor).toEqual({ type: 'api_key', keyId: id, name: 'Kiosk', madeBy: church.people.owner.id })
  const { items } = await church.owner.audit.list({ table: 'leads' })
  expect(items[0]).toMatchObject({ who: 'Kiosk (API key)' })
  const log = JSON.stringify(await rows('select changes from audit_log where client_id = $1', [church.id]))
  expect(log).not.toContain(key)
})

test('nobody makes or rotates a key that is wider than they are, and none that makes keys or members', async () => {
  await expect(aKey(['giving.read'], {}, 'admin')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  for (const scope of ['api.write', 'members.write'] as Permission[])
    await expect(aKey([scope as Scope])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const { id } = await aKey(['giving.read'])
  await expect(church.admin.apiKeys.rotate({ id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(church.staff.apiKeys.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a key has its maker’s rights of today: it narrows with their role and ends with their membership', async () => {
  const maker = await church.addMember('admin')
  const { key, id } = await maker.client.apiKeys.create({
    name: 'Theirs',
    scopes: ['people.basic', 'people.read', 'people.write'],
  })
  const { body: person } = await send(key, 'POST', '/people', {
    firstName: 'Ann',
    points: [{ kind: 'email', value: 'ann@example.org' }],
  })
  expect((await send(key, 'GET', `/people/${person.id}`)).body.email).toBe('ann@example.org')
  const memberOf = async () => (await church.owner.members.list({})).items.find(({ userId }) => userId === maker.id)!
  const { id: memberId, version } = await memberOf()
  await church.owner.members.update({ id: memberId, role: 'volunteer', version })
  expect((await send(key, 'GET', `/people/${person.id}`)).body.email).toBeNull()
  expect((await send(key, 'POST', '/people', { firstName: 'Ben' })).status).toBe(403)
  await church.owner.members.remove({ id: memberId })
  expect(await send(key, 'GET', '/people')).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  expect((await church.owner.apiKeys.list({})).items.find(one => one.id === id)!.state).toBe('revoked')
})

test('within a permission a key sees only what its other scopes allow: contact details, pastoral notes, private facts', async () => {
  const { id: personId } = await church.staff.people.create({
    firstName: 'Cleo',
    points: [{ kind: 'email', value: 'cleo@example.org' }],
  })
  await church.pastor.notes.create({ personId, body: 'In grief', visibility: 'pastoral' })
  const names = (await aKey(['people.basic'])).key
  expect((await send(names, 'GET', `/people/${personId}`)).body.email).toBeNull()
  const notes = async (scopes: Scope[]) =>
    (await send((await aKey(scopes)).key, 'GET', `/notes?personId=${personId}`)).body.items.map(
      (note: any) => note.body,
    )
  expect(await notes(['people.read'])).toEqual([])
  expect(await notes(['people.read', 'pastoral.read'])).toEqual(['In grief'])
  const writer = (await aKey(['people.read', 'people.write'])).key
  const refused = await send(writer, 'POST', '/notes', { personId, body: 'x', visibility: 'pastoral' })
  expect(refused.status).toBe(403)
})

test('a key works in its account alone, and not for what belongs to a person or to the operator', async () => {
  const hope = await aChurch('Hope Chapel')
  const { key } = await aKey(['people.export', 'leads.read', 'people.basic', 'telephony.use'])
  expect((await send(key, 'GET', '/leads', undefined, { 'lampstand-client': church.id })).status).toBe(200)
  expect(await send(key, 'GET', '/leads', undefined, { 'lampstand-client': hope.id })).toMatchObject({
    status: 404,
    body: { message: 'Account not found' },
  })
  expect((await send(key, 'GET', '/clients/mine')).status).toBe(403)
  expect((await send(key, 'GET', '/operator/clients')).status).toBe(403)
  for (const [method, path] of [
    ['GET', '/account-exports'],
    ['POST', '/account-exports'],
    ['GET', '/notifications'],
    ['POST', '/softphone/token'],
  ] as const)
    expect((await send(key, method, path, method === 'POST' ? {} : undefined)).status, path).toBe(403)
  const stream = await server.send('/realtime/v1', { headers: { authorization: `Bearer ${key}` } })
  expect([403, 404]).toContain(stream.status)
  expect((await send(`${key}x`, 'GET', '/leads')).status).toBe(401)
  expect((await send('lsk_', 'GET', '/leads')).status).toBe(401)
})

test('a rotated key works beside the new one for as long as was said; a revoked or expired one at once no more', async () => {
  clock.reset()
  const first = await aKey(['leads.read'])
  const second = await church.owner.apiKeys.rotate({ id: first.id, overlapHours: 1 })
  const works = async (key: string) => (await send(key, 'GET', '/leads')).status === 200
  expect([await works(first.key), await works(second.key)]).toEqual([true, true])
  clock.advance(hours(1) + minutes(1))
  expect([await works(first.key), await works(second.key)]).toEqual([false, true])
  const third = await church.owner.apiKeys.rotate({ id: first.id, overlapHours: 0 })
  expect([await works(second.key), await works(third.key)]).toEqual([false, true])
  expect(await church.owner.apiKeys.revoke({ id: first.id })).toMatchObject({ state: 'revoked' })
  expect(await works(third.key)).toBe(false)
  await expect(church.owner.apiKeys.rotate({ id: first.id })).rejects.toMatchObject({ code: 'CONFLICT' })

  const brief = await aKey(['leads.read'], { expiresAt: new Date(clock.ms() + days(1)) })
  expect(await works(brief.key)).toBe(true)
  clock.advance(days(1))
  expect(await works(brief.key)).toBe(false)
  clock.reset()
  await expect(aKey(['leads.read'], { expiresAt: new Date(0) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('calls are counted: each answer says what is left, and too many in a minute get 429 with Retry-After', async () => {
  const { key, id } = await aKey(['leads.read'])
  const first = await send(key, 'GET', '/leads')
  expect(first.headers.get('ratelimit-limit')).toBe(String(CALLS_PER_MINUTE))
  expect(first.headers.get('ratelimit-remaining')).toBe(String(CALLS_PER_MINUTE - 1))
  expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0)
  await rows('update api_key_usage set calls = $1 where key_id = $2', [CALLS_PER_MINUTE, id])
  const refused = await send(key, 'GET', '/leads')
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('ratelimit-remaining')).toBe('0')
  clock.advance(minutes(1))
  expect((await send(key, 'GET', '/leads')).status).toBe(200)
  clock.reset()
})

test('other refusals for too many tries say when to come back, too', async () => {
  let n = 0
  const visit = () =>
    server.send('/rest/v1/contact/submit', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        form: 'site',
        name: 'Pat',
        email: 'pat@example.org',
        subject: 'Hello',
        elapsed: 60_000,
        message: `Question ${n++} about prices`,
      }),
    })
  let answer = await visit()
  for (let i = 0; i < 30 && answer.status !== 429; i++) answer = await visit()
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('pages of other sites may call with a key, without cookies; what isn’t called with one stays closed', async () => {
  const { key } = await aKey(['leads.read'])
  const origin = 'https://grace.example.org'
  const asked = await server.send('/rest/v1/leads', {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-origin')).toBe('*')
  expect(asked.headers.get('access-control-allow-headers')).toContain('Authorization')
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
  const answer = await send(key, 'GET', '/leads', undefined, { origin })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After')
  const refused = await send('lsk_unknown', 'GET', '/leads', undefined, { origin })
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  const token = church.people.staff.session.access_token
  const member = await send(token, 'GET', '/leads', undefined, { origin, 'lampstand-client': church.id })
  expect(member.headers.get('access-control-allow-origin')).toBeNull()
  const portal = await server.send('/my/grace/rest/v1/portal/me', { method: 'OPTIONS', headers: { origin } })
  expect(portal.headers.get('access-control-allow-origin')).toBeNull()
})

test('a visitor’s call with a key in process is no way around', async () => {
  const caller = { ...nobody(church.id), key: { endpointId: church.id } }
  await expect(clientFor(caller).leads.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
