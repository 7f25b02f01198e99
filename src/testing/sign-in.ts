import { randomUUID } from 'node:crypto'
import { GoTrueAdminApi, type GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { clock } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { testHouse } from './house.ts'

export const password = 'let me in'
export const newEmail = () => `${randomUUID()}@example.org`

/** Someone who has just signed up with this client. */
export async function signedUp(auth: GoTrueClient, email = newEmail()) {
  const { data, error } = await auth.signUp({ email, password, options: { data: { name: 'Pat Miller' } } })
  if (error) throw error
  return { auth, email, session: data.session!, user: data.user! }
}

/** The text of the newest message to an address or number, read where the sandbox delivered it; '' if there is none. */
export async function messageTo(recipient: string): Promise<string> {
  await runWaitingJobs()
  const { owner } = await testHouse()
  const { rows } = await owner.query('select body_text from messages where recipient = $1 order by id desc limit 1', [
    recipient,
  ])
  return rows[0]?.body_text ?? ''
}
export const linkIn = (text: string) => new URL(/https?:\/\/\S+/.exec(text)![0])
export const codeIn = (text: string) => /\b\d{6}\b/.exec(text)![0]

/** The official client of programs that manage users. */
export const serviceClient = (server: { app: { request: Requested } }, token: string) =>
  new GoTrueAdminApi({
    url: `${env.publicUrl}/auth/v1`,
    headers: { Authorization: `Bearer ${token}` },
    fetch: async (url, init) => server.app.request(String(url), init as RequestInit),
  })
type Requested = (url: string, init?: RequestInit) => Response | Promise<Response>

/** The code that an authenticator app shows now, or so many steps of 30 seconds later. */
export const totpCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.ms() + steps * 30_000 })

/** The client's user with an authenticator app set up: its session is at aal2. */
export async function withTotp(auth: GoTrueClient, friendlyName = 'Phone') {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const verified = await auth.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(data.totp.secret) })
  if (verified.error) throw verified.error
  return { factorId: data.id, secret: data.totp.secret, session: verified.data }
}

/** The middle part of an access token. */
export const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
