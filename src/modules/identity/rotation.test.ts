// Isolated: signing keys are read as the server starts
import { createSecretKey } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lampstand-keys-'))
const file = path.join(folder, 'keys.json')
afterAll(() => fs.rmSync(folder, { recursive: true }))

beforeEach(() => {
  process.env.AUTH_SIGNING_KEYS_FILE = file
})

async function newKey(kid: string, alg: 'ES256' | 'RS256') {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg }
}

/** The module as a server that has just started sees it. */
async function started(keys: object[]) {
  fs.writeFileSync(file, JSON.stringify(keys))
  vi.resetModules()
  return import('#kernel/tokens.ts')
}

const claims = (issuer: string) => {
  const iat = Math.floor(Date.now() / 1000)
  return { iss: issuer, aud: 'authenticated', sub: 'somebody', role: 'authenticated', iat, exp: iat + 600 }
}

test('the first key signs, all verify; a key that is gone no longer opens anything', async () => {
  const [old, fresh] = [await newKey('old', 'ES256'), await newKey('fresh', 'RS256')]
  let server = await started([old])
  const first = await server.sign(claims(server.issuer()))
  server = await started([fresh, old])
  const second = await server.sign(claims(server.issuer()))
  expect(JSON.parse(Buffer.from(second.split('.')[0]!, 'base64url').toString())).toMatchObject({
    kid: 'fresh',
    alg: 'RS256',
  })
  expect(await server.verify(first)).toMatchObject({ sub: 'somebody' })
  expect(await server.verify(second)).toMatchObject({ sub: 'somebody' })
  const { keys } = await server.publicKeys()
  expect(keys.map(({ kid }) => kid)).toEqual(['fresh', 'old'])
  for (const key of keys) for (const secret of ['d', 'p', 'q']) expect(key).not.toHaveProperty(secret)
  server = await started([fresh])
  expect(await server.verify(first)).toBeNull()
  expect(await server.verify(second)).toMatchObject({ sub: 'somebody' })
})

test('no key id of another key, no algorithm of another, no public key as a password', async () => {
  const [one, two] = [await newKey('one', 'ES256'), await newKey('two', 'RS256')]
  const server = await started([one, two])
  const good = await server.sign(claims(server.issuer()))
  const [header, payload, signature] = good.split('.') as [string, string, string]
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { keys } = await server.publicKeys()
  const shared = createSecretKey(Buffer.from(JSON.stringify(keys[0])))
  const hmac = await new SignJWT(claims(server.issuer())).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(shared)
  for (const forged of [
    `${part({ alg: 'ES256', kid: 'two' })}.${payload}.${signature}`,
    `${part({ alg: 'RS256', kid: 'one' })}.${payload}.${signature}`,
    `${part({ alg: 'none', kid: 'one' })}.${payload}.`,
    `${header}.${part({ ...claims(server.issuer()), sub: 'someone else' })}.${signature}`,
    hmac,
  ])
    expect(await server.verify(forged)).toBeNull()
  expect(await server.verify(good)).not.toBeNull()
})

test('keys that could not be used are refused at the start', async () => {
  const { d, ...open } = await newKey('public', 'ES256')
  await expect((await started([open])).signingKeys()).rejects.toThrow(/private and have a kid/)
  await expect((await started([{ kty: 'oct', k: 'abc', alg: 'HS256', kid: 'x' }])).signingKeys()).rejects.toThrow(
    /only RS256 and ES256/,
  )
  await expect((await started([])).signingKeys()).rejects.toThrow()
})

test('a service token is good whatever its issuer and without an audience; another role’s is not, nor one without our key', async () => {
  const ours = await newKey('ours', 'RS256')
  const server = await started([ours])
  const iat = Math.floor(Date.now() / 1000)
  const service = { iss: 'elsewhere', role: 'service_role', iat, exp: iat + 600 }
  expect(await server.verify(await server.sign(service))).toMatchObject({ role: 'service_role', sub: '' })
  for (const changed of [{ role: 'authenticated' }, { role: ['service_role'] }, { exp: iat - 1 }, { exp: undefined }])
    expect(await server.verify(await server.sign({ ...service, ...changed })), JSON.stringify(changed)).toBeNull()
  const { privateKey } = await generateKeyPair('RS256')
  const forged = new SignJWT(service).setProtectedHeader({ alg: 'RS256', kid: 'ours' }).sign(privateKey)
  expect(await server.verify(await forged)).toBeNull()
})
