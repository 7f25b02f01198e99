import { expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { routes } from '#app/http.ts'
import type { ProcedureMeta } from '#kernel/contract.ts'
import { asIdentity, asOperator, asVisitor } from '#kernel/run.ts'
import { aChurch, aUser, clientFor } from '#testing/church.ts'
import { password, signedUp, totpCode, withTotp } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { factors } from './tables.ts'

interface Procedure {
  name: string
  path: string[]
  meta: ProcedureMeta
}
const walk = (node: any, path: string[] = []): Procedure[] =>
  '~orpc' in node
    ? [{ name: path.join('.'), path, meta: node['~orpc'].meta }]
    : Object.entries(node).flatMap(([name, child]) => walk(child, [...path, name]))
const procedures = walk(contract)
const call = (client: any, path: string[], input: unknown) => path.reduce((node, name) => node[name], client)(input)

const giveFactor = (userId: string, status: 'verified' | 'unverified' = 'verified') =>
  asIdentity('test', ctx => ctx.db.insert(factors).values({ userId, type: 'totp', status }))
const nonsense = { nonsense: true, id: 'not an id', cursor: 5 }

const signedInModes = new Set(['member', 'signedIn', 'platform', 'house'])

test('once a factor exists, a session without it calls no procedure at all; at aal2 it calls all', async () => {
  const church = await aChurch()
  const { owner } = church.people
  await giveFactor(owner.id)
  const strong = clientFor({ ...owner.call, claims: { ...owner.call.claims!, aal: 'aal2' } })
  const guarded = procedures.filter(({ meta }) => signedInModes.has(meta.mode!))
  expect(new Set(guarded.map(({ meta }) => meta.mode))).toEqual(signedInModes)
  for (const { name, path } of guarded) {
    const refusal = await call(church.owner, path, nonsense).catch((error: any) => error)
    expect(refusal, name).toMatchObject({
      code: 'AAL2_REQUIRED',
      status: 403,
      defined: true,
      message: 'Please confirm with two-factor authentication first.',
    })
    const through = await call(strong, path, nonsense).catch((error: any) => error)
    expect(through?.code, name).not.toBe('AAL2_REQUIRED')
  }
})

test('no factor or an unfinished one asks for nothing', async () => {
  const church = await aChurch()
  await giveFactor(church.people.owner.id, 'unverified')
  for (const { name, path } of procedures.filter(({ meta }) => signedInModes.has(meta.mode!))) {
    const answer = await call(church.owner, path, nonsense).catch((error: any) => error)
    expect(answer?.code, name).not.toBe('AAL2_REQUIRED')
  }
})

test('files, functions and streams ask for it as well', async () => {
  const server = await aServer()
  const church = await aChurch()
  await giveFactor(church.people.owner.id)
  const headers = {
    authorization: `Bearer ${church.people.owner.session.access_token}`,
    'lampstand-client': church.id,
    'content-type': 'application/json',
  }
  const guarded = routes.filter(({ mode }) => signedInModes.has(mode))
  expect(guarded.map(({ path }) => path)).toEqual(expect.arrayContaining(['/realtime/v1', '/storage/v1/uploads']))
  for (const { method, path } of guarded) {
    const body = method === 'GET' || method === 'HEAD' ? undefined : '{}'
    const answer = await server.send(path.replaceAll(/:\w+/g, church.id), { method, headers, body })
    expect(answer.status, path).toBe(403)
    expect(await answer.json(), path).toMatchObject({ code: 'AAL2_REQUIRED' })
  }
})

test('at a church’s public page, such a session is nobody in particular', async () => {
  const church = await aChurch()
  const { owner } = church.people
  const actorOf = (caller: typeof owner.call) => asVisitor(caller, church.id, async ctx => ctx.actor.type)
  expect(await actorOf(owner.call)).toBe('user')
  await giveFactor(owner.id)
  expect(await actorOf(owner.call)).toBe('visitor')
  expect(await actorOf({ ...owner.call, claims: { ...owner.call.claims!, aal: 'aal2' } })).toBe('user')
})

test('the operator shows a second factor for everything there, once there is one', async () => {
  const admin = await aUser({ admin: true })
  const weak = admin.caller()
  await expect(asOperator(weak, async () => 'in')).resolves.toBe('in')
  await giveFactor(admin.id)
  await expect(asOperator(weak, async () => 'in')).rejects.toMatchObject({ code: 'AAL2_REQUIRED' })
  const strong = { ...weak, claims: { ...weak.claims!, aal: 'aal2' as const } }
  await expect(asOperator(strong, async () => 'in')).resolves.toBe('in')
  for (const { name, path } of procedures.filter(one => one.meta.mode === 'platform'))
    await expect(call(clientFor(weak), path, {}), name).rejects.toMatchObject({ code: 'AAL2_REQUIRED' })
})

/** What finishes signing in, signs out or says which factors there are. Everything else of the identity service asks for aal2. */
const finishing = [
  'POST /auth/v1/logout',
  'GET /auth/v1/user',
  'POST /auth/v1/factors/:id/challenge',
  'POST /auth/v1/factors/:id/verify',
  'GET /auth/v1/factors/recovery-codes',
  'POST /auth/v1/factors/recovery-codes/verify',
  'GET /auth/v1/recovery-codes',
  'POST /auth/v1/recovery-codes/verify',
  'GET /auth/v1/passkeys',
]

test('of the identity service such a session reaches only what finishes signing in', async () => {
  const server = await aServer()
  const { auth, email } = await signedUp(server.auth())
  await withTotp(auth)
  const weak = (await server.auth().signInWithPassword({ email, password })).data.session!
  const id = crypto.randomUUID()
  const send = (method: string, path: string, token?: string) =>
    server.send(`${path.replaceAll(/:\w+/g, id)}?client_id=${id}`, {
      method,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: method === 'GET' ? undefined : proof,
    })
  const proof = JSON.stringify({
    challenge_id: id,
    code: 'x',
    action: 'approve',
    friendly_name: 'x',
    factor_type: 'totp',
    credential: { id: 'x', response: {} },
  })
  const open: string[] = []
  for (const { method, path } of routes.filter(({ mode }) => mode === 'identity')) {
    // Only those that ask who is signed in: a stranger is refused for want of a token.
    const stranger = await send(method, path)
    if (stranger.status !== 401 || (await stranger.json()).code !== 'no_authorization') continue
    const answer = await send(method, path, weak.access_token)
    const { code } = answer.status === 204 ? { code: '' } : await answer.json()
    if (!/^(insufficient_aal|not_admin)$/.test(code)) open.push(`${method} ${path}`)
    if (path === '/auth/v1/logout')
      Object.assign(weak, (await server.auth().signInWithPassword({ email, password })).data.session)
  }
  expect(open.sort()).toEqual([...finishing].sort())
})

test('a session begun before the factor was added is asked once, and ends with the last factor', async () => {
  const server = await aServer()
  const { auth, email } = await signedUp(server.auth())
  const [before, silent] = [server.auth(), server.auth()]
  for (const client of [before, silent]) await client.signInWithPassword({ email, password })
  const { factorId, secret } = await withTotp(auth)
  const mine = async () => {
    const token = (await before.getSession()).data.session!.access_token
    return (await server.send('/rest/v1/clients/mine', { headers: { authorization: `Bearer ${token}` } })).status
  }
  expect(await mine()).toBe(403)
  expect((await before.mfa.challengeAndVerify({ factorId, code: totpCode(secret, 1) })).error).toBeNull()
  expect(await mine()).toBe(200)
  expect((await before.refreshSession()).error).toBeNull()
  expect(await mine()).toBe(200)
  await before.mfa.unenroll({ factorId })
  expect((await silent.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
})
