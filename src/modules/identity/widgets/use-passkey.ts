import { auth, currentSession } from '#web/session.ts'

/** A refusal in the service's own words. */
class Refused extends Error {
  readonly code: string
  constructor({ code, message }: { code: string; message: string }) {
    super(message)
    this.code = code
  }
}

async function ask(path: string, body: object, token: string | undefined) {
  const response = await fetch(`/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Refused(answer)
  return answer
}

/** What to say when a passkey or security key did not work; nothing when the person canceled. */
export function passkeyProblem(error: unknown, what: 'passkey' | 'security key' = 'passkey'): string | undefined {
  const sentence = `The ${what} did not work. Please try again.`
  if (!(error instanceof Error)) return sentence
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return undefined
  if (error.name === 'InvalidStateError') return `This device already has a ${what} for Lampstand.`
  return error instanceof Refused && error.message ? error.message : sentence
}

/** Signs in with a passkey, or raises the session that is there. */
export async function proveByPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const token = (await currentSession())?.access_token
  const { challenge_id, options } = await ask('/passkeys/authentication/options', {}, token)
  const credential = await startAuthentication({ optionsJSON: options })
  const session = await ask('/passkeys/authentication/verify', { challenge_id, credential }, token)
  const { error } = await auth().setSession(session)
  if (error) throw error
}

/** Makes a passkey on this device for the person who is signed in. */
export async function makePasskey(): Promise<{ id: string }> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const token = (await currentSession())?.access_token
  const { challenge_id, options } = await ask('/passkeys/registration/options', {}, token)
  const credential = await startRegistration({ optionsJSON: options })
  return ask('/passkeys/registration/verify', { challenge_id, credential }, token)
}

/** Signs in with a security key as the second factor; the first time registers it. */
export async function proveBySecurityKey(factorId: string): Promise<void> {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
  const token = (await currentSession())?.access_token
  const { id, webauthn } = await ask(`/factors/${factorId}/challenge`, {}, token)
  const optionsJSON = webauthn.credential_options.publicKey
  const start = webauthn.type === 'create' ? startRegistration : startAuthentication
  const proof = { type: webauthn.type, credential_response: await start({ optionsJSON }) }
  const session = await ask(`/factors/${factorId}/verify`, { challenge_id: id, webauthn: proof }, token)
  const { error } = await auth().setSession(session)
  if (error) throw error
}
