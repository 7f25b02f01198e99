import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import { env } from '#kernel/env.ts'
import type { SecurityKey } from '../../tables.ts'

/** Read when it is first needed: a server that nobody signs in to with WebAuthn starts faster and smaller. */
export const webauthn = () => import('@simplewebauthn/server')
/** EdDSA, ES256 and RS256: what authenticators have. */
export const algorithms = [-8, -7, -257]

const described = (key: SecurityKey) => ({ id: key.id, transports: key.transports as AuthenticatorTransport[] })

/** Options for a new security key that is none of `taken`. */
export async function creationOptions(user: { id: string; email: string }, taken: SecurityKey[]) {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: 'Lampstand',
    rpID: env.passkeys.rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email || 'Lampstand',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: taken.map(described),
    // It comes after the password, so that a key without a PIN is enough, and a passkey's place on it isn't needed.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
  })
}

/** Options for a proof by this security key. */
export async function requestOptions(key: SecurityKey) {
  const { generateAuthenticationOptions } = await webauthn()
  const allowCredentials = [described(key)]
  return generateAuthenticationOptions({
    rpID: env.passkeys.rpID,
    userVerification: 'discouraged',
    allowCredentials,
  })
}

const expected = (challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: env.passkeys.origins,
  expectedRPID: env.passkeys.rpID,
  requireUserVerification: false,
})

/** The key that signed its own creation, or null. */
export async function createdKey(challenge: string, response: unknown): Promise<SecurityKey | null> {
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    ...expected(challenge),
    response: response as RegistrationResponseJSON,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) return null
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** The key with its new counter where the proof is its own, else null. An authenticator that counts never goes back: a copy of it would. */
export async function provenKey(key: SecurityKey, challenge: string, response: unknown): Promise<SecurityKey | null> {
  const { verifyAuthenticationResponse } = await webauthn()
  const credential: WebAuthnCredential = {
    ...described(key),
    publicKey: Buffer.from(key.publicKey, 'base64url'),
    counter: key.counter,
  }
  const proof = response as AuthenticationResponseJSON
  if (proof.id !== key.id) return null
  return verifyAuthenticationResponse({ ...expected(challenge), response: proof, credential }).then(
    ({ verified, authenticationInfo }) => (verified ? { ...key, counter: authenticationInfo.newCounter } : null),
    () => null,
  )
}
