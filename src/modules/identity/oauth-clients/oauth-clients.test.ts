import { randomUUID } from 'node:crypto'
import type { GoTrueAdminApi } from '@supabase/auth-js'
import { beforeAll, expect, test } from 'vitest'
import { testHouse } from '#testing/house.ts'
import { serviceClient, signedUp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { serviceToken } from '../admin/service.ts'

let server: Awaited<ReturnType<typeof aServer>>
let admin: GoTrueAdminApi['oauth']
beforeAll(async () => {
  server = await aServer()
  admin = serviceClient(server, await serviceToken(60_000)).oauth
})

const callback = 'https://program.example/callback'
const aClient = async (more: object = {}) =>
  (await admin.createClient({ client_name: 'Church Center', redirect_uris: [callback], ...more })).data!

test('a client is registered with what was given, and defaults for the rest', async () => {
  expect(await aClient()).toMatchObject({
    client_name: 'Church Center',
    client_secret: expect.stringMatching(/^[\w-]{43}$/),
    client_type: 'confidential',
    token_endpoint_auth_method: 'client_secret_basic',
    registration_type: 'manual',
    redirect_uris: [callback],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  })
  const redirect_uris = [callback, 'http://localhost:4000/callback', 'com.example.app:/callback']
  const more = {
    redirect_uris,
    client_uri: 'https://program.example',
    scope: 'openid email',
    grant_types: ['authorization_code'],
  }
  expect(await aClient(more)).toMatchObject(more)
  const open = await aClient({ token_endpoint_auth_method: 'none' })
  expect(open).toMatchObject({ client_type: 'public', token_endpoint_auth_method: 'none' })
  expect(open.client_secret).toBeUndefined()
})

test.each([
  ['no address', []],
  ['relative', ['/callback']],
  ['not an address', ['invalid-uri']],
  ['not encrypted', ['http://program.example/callback']],
  ['a fragment', ['https://program.example/callback#here']],
  ['a script', ['javascript:alert(1)']],
  ['more than ten', Array.from({ length: 11 }, (_, n) => `${callback}/${n}`)],
])('redirect addresses are refused: %s', async (_why, redirect_uris) => {
  const { error } = await admin.createClient({ client_name: 'Church Center', redirect_uris })
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('the secret is in the answer that made it and nowhere else', async () => {
  const { client_id, client_secret } = await aClient()
  const answers = [
    (await admin.getClient(client_id)).data,
    (await admin.updateClient(client_id, { client_name: 'Renamed' })).data,
    (await admin.listClients({ page: 1, perPage: 200 })).data,
  ]
  const { owner } = await testHouse()
  const { rows } = await owner.query('select * from auth.oauth_clients c, auth.oauth_events e where c.id = $1', [
    client_id,
  ])
  expect(rows).not.toEqual([])
  expect(JSON.stringify([answers, rows])).not.toContain(client_secret)
  expect(JSON.stringify(answers)).not.toContain('client_secret":')
})

test('clients come in pages, newest first', async () => {
  await aClient()
  const newest = await aClient()
  const { data } = await admin.listClients({ page: 1, perPage: 1 })
  expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2, clients: [{ client_id: newest.client_id }] })
  expect((await admin.listClients({ page: -1 })).error).toMatchObject({ status: 400 })
})

test('an update changes what it names, and needs something to change', async () => {
  const { client_id } = await aClient({ client_uri: 'https://program.example' })
  const { data } = await admin.updateClient(client_id, { redirect_uris: ['https://program.example/other'] })
  expect(data).toMatchObject({
    client_name: 'Church Center',
    client_uri: 'https://program.example',
    redirect_uris: ['https://program.example/other'],
  })
  for (const changes of [{}, { redirect_uris: ['invalid-uri'] }, { token_endpoint_auth_method: 'none' as const }])
    expect((await admin.updateClient(client_id, changes)).error, JSON.stringify(changes)).toMatchObject({ status: 400 })
})

test('a client that was deleted or never existed is unknown', async () => {
  const { client_id } = await aClient()
  expect((await admin.deleteClient(client_id)).error).toBeNull()
  for (const id of [client_id, randomUUID(), 'no-uuid']) {
    expect((await admin.getClient(id)).error, id).toMatchObject({ status: 404, code: 'oauth_client_not_found' })
    expect((await admin.updateClient(id, { client_name: 'X' })).error).toMatchObject({ status: 404 })
    expect((await admin.deleteClient(id)).error).toMatchObject({ status: 404 })
    expect((await admin.regenerateClientSecret(id)).error).toMatchObject({ status: 404 })
  }
})

test('a public client has no secret to regenerate', async () => {
  const { client_id } = await aClient({ token_endpoint_auth_method: 'none' })
  expect((await admin.regenerateClientSecret(client_id)).error).toMatchObject({ status: 400 })
})

test('a person’s token manages no clients', async () => {
  const { session } = await signedUp(server.auth())
  const mine = serviceClient(server, session.access_token).oauth
  expect((await mine.listClients()).error).toMatchObject({ status: 403, code: 'not_admin' })
  expect((await mine.createClient({ client_name: 'X', redirect_uris: [callback] })).error).toMatchObject({
    status: 403,
  })
})
