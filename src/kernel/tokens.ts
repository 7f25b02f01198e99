import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { clock } from './clock.ts'
import { env } from './env.ts'
import { SettingError } from './setting-error.ts'

/** What an access token says (GoTrue's claims); times are seconds since the epoch. */
export const Claims = z.object({
  /** Empty in a service token that names nobody. */
  sub: z.string().default(''),
  role: z.string(),
  session_id: z.string().optional(),
  aal: z.enum(['aal1', 'aal2']).default('aal1'),
  exp: z.number(),
})
export type Claims = z.infer<typeof Claims>

interface Key {
  kid: string
  alg: 'ES256' | 'RS256'
  priv: CryptoKey
  pub: CryptoKey
  jwk: JWK
}

let keys: Promise<Key[]> | undefined
const verified = new Map<string, Claims>()

/** Writes a file once, no matter who comes first: two processes may start at the same moment. */
export function writeOnce(file: string, content: string): string {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  fs.writeFileSync(draft, content, { mode: 0o600 })
  try {
    fs.linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    fs.rmSync(draft)
  }
  return fs.readFileSync(file, 'utf8')
}

/** Signing keys: a JSON array of private JWKs (RS256 or ES256); the first signs, all verify. */
export function signingKeys(): Promise<Key[]> {
  keys ??= loadKeys()
  return keys
}

async function loadKeys(): Promise<Key[]> {
  const own = path.join(env.dataDir, 'keys', 'signing-keys.json')
  const file = env.authSigningKeysFile ?? own
  const text =
    fs.existsSync(file) || env.authSigningKeysFile ? fs.readFileSync(file, 'utf8') : writeOnce(own, await newKeySet())
  const set = z
    .array(z.looseObject({ kty: z.string() }))
    .min(1)
    .parse(JSON.parse(text)) as JWK[]
  return Promise.all(set.map(read))
}

async function newKeySet(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return `${JSON.stringify([{ ...(await exportJWK(privateKey)), alg: 'ES256', kid: randomUUID(), use: 'sig' }], null, 2)}\n`
}

async function read(jwk: JWK): Promise<Key> {
  const alg = (jwk.alg ?? (jwk.kty === 'EC' ? 'ES256' : 'RS256')) as Key['alg']
  if (!['ES256', 'RS256'].includes(alg))
    throw new SettingError('AUTH_SIGNING_KEYS_FILE: only RS256 and ES256 keys are accepted.')
  const { d, p, q, dp, dq, qi, oth, k, ...pub } = jwk
  const kid = jwk.kid ?? ''
  if (!kid || !d) throw new SettingError('AUTH_SIGNING_KEYS_FILE: each key must be private and have a kid.')
  const publicJwk = { ...pub, alg, kid, use: 'sig', key_ops: ['verify'] }
  const [priv, open] = await Promise.all([
    importJWK({ ...jwk, key_ops: undefined } as JWK, alg),
    importJWK(publicJwk, alg),
  ])
  return { kid, alg, priv: priv as CryptoKey, pub: open as CryptoKey, jwk: publicJwk }
}

/** The public half, as `/.well-known/jwks.json` shows it. */
export const publicKeys = async () => ({ keys: (await signingKeys()).map(key => key.jwk) })

/** Signs claims as they are; `exp` and `iat` are the caller's. */
export async function sign(claims: Record<string, unknown>): Promise<string> {
  const [key] = await signingKeys()
  return new SignJWT(claims).setProtectedHeader({ alg: key!.alg, kid: key!.kid, typ: 'JWT' }).sign(key!.priv)
}

export const issuer = () => `${env.publicUrl}/auth/v1`

/**
 * The claims of a token of ours, or null: forged, expired, another algorithm, an unknown key.
 * A token of the service role is good whatever its issuer and audience say: programs mint theirs with our key.
 * The signature is checked once; a token seen before costs a look-up (0.001 ms instead of 0.1 ms).
 */
export async function verify(token: string): Promise<Claims | null> {
  const known = verified.get(token)
  if (known) return known.exp > clock.ms() / 1000 ? known : forget(token)
  try {
    const all = await signingKeys()
    const ofUser = decodeJwt(token).role !== 'service_role' && { issuer: issuer(), audience: 'authenticated' }
    const { payload } = await jwtVerify(
      token,
      header => {
        const key = all.find(each => each.kid === header.kid && each.alg === header.alg)
        if (!key) throw new Error('No matching signing key found in JWKS')
        return key.pub
      },
      { algorithms: ['ES256', 'RS256'], ...ofUser, currentDate: clock.now() },
    )
    const claims = Claims.parse(payload)
    if (verified.size >= 5_000) verified.delete(verified.keys().next().value!)
    verified.set(token, claims)
    return claims
  } catch {
    return null
  }
}

function forget(token: string): null {
  verified.delete(token)
  return null
}
