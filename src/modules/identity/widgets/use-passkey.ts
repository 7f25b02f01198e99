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
  const response = await fetch(`/auth/v1/passkeys${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Refused(answer)
  return answer
}

/** What to say when a passkey did not work; nothing when the person thought better of it. */
export function passkeyProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return 'The passkey did not work. Please try again.'
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return undefined
  if (error.name === 'InvalidStateError') return 'This device has a passkey for Lampstand already.'
  return error instanceof Refused && error.message ? error.message : 'The passkey did not work. Please try again.'
}

/** Signs in with a passkey, or raises the session that is there. */
export async function proveByPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const token = (await currentSession())?.access_token
  const { challenge_id, options } = await ask('/authentication/options', {}, token)
  const credential = await startAuthentication({ optionsJSON: options })
  const session = await ask('/authentication/verify', { challenge_id, credential }, token)
  const { error } = await auth().setSession(session)
  if (error) throw error
}

/** Makes a passkey on this device for whoever is signed in. */
export async function makePasskey(): Promise<{ id: string }> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const token = (await currentSession())?.access_token
  const { challenge_id, options } = await ask('/registration/options', {}, token)
  const credential = await startRegistration({ optionsJSON: options })
  return ask('/registration/verify', { challenge_id, credential }, token)
}
