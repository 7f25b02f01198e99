import { createHash } from 'node:crypto'
import type { GoTrueClient, OAuthClient } from '@supabase/auth-js'
import { serviceToken } from '#identity/admin/service.ts'
import { days } from '#kernel/clock.ts'
import { serviceClient } from './sign-in.ts'
import { aServer } from './web.ts'

export const callback = 'https://program.example/callback?from=lampstand'
export const verifier = 'a-verifier-that-is-long-enough-for-the-protocol-1'
export const challenge = createHash('sha256').update(verifier).digest('base64url')

export const adminOf = async () => serviceClient(await aServer(), await serviceToken(days(365)))
const send = async (path: string, init?: RequestInit) => (await aServer()).send(`/auth/v1/oauth/${path}`, init)

/** A program of others, registered by the operator. */
export async function aProgram(more: object = {}): Promise<OAuthClient> {
  const { oauth } = await adminOf()
  const { data, error } = await oauth.createClient({
    client_name: 'Church Center',
    redirect_uris: [callback],
    ...more,
  })
  if (error) throw error
  return data!
}
export const aPublicProgram = (more: object = {}) => aProgram({ token_endpoint_auth_method: 'none', ...more })

/** Where the authorize endpoint sends a browser; null where it refuses. */
export async function authorize(program: OAuthClient, changes: Record<string, string | undefined> = {}) {
  const asked = {
    response_type: 'code',
    client_id: program.client_id,
    redirect_uri: callback,
    scope: 'openid email profile',
    state: 'their-state',
    nonce: 'their-nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const response = await send(`authorize?${new URLSearchParams(given)}`)
  const location = response.headers.get('location')
  return { response, to: location === null ? null : new URL(location) }
}

export const authorizationId = async (program: OAuthClient, changes?: Record<string, string>) =>
  (await authorize(program, changes)).to!.searchParams.get('authorization_id')!

/** The person allows it; the code that the program is sent. */
export async function allow(auth: GoTrueClient, program: OAuthClient, changes?: Record<string, string>) {
  const { data, error } = await auth.oauth.approveAuthorization(await authorizationId(program, changes))
  if (error) throw error
  return new URL(data!.redirect_url).searchParams.get('code')!
}

export const basic = ({ client_id, client_secret }: OAuthClient, secret = client_secret) =>
  `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`

export async function post(path: string, form: Record<string, string>, authorization?: string) {
  const response = await send(path, {
    method: 'POST',
    body: new URLSearchParams(form),
    ...(authorization && { headers: { authorization } }),
  })
  const text = await response.text()
  return { status: response.status, ...(text ? JSON.parse(text) : {}) }
}

export const exchange = (program: OAuthClient, code: string, changes: Record<string, string> = {}) => {
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier, ...changes }
  return program.client_secret
    ? post('token', form, basic(program))
    : post('token', { ...form, client_id: program.client_id })
}
export const refresh = (program: OAuthClient, refresh_token: string) =>
  post('token', { grant_type: 'refresh_token', refresh_token }, basic(program))

export async function userInfo(token: string) {
  const response = await send('userinfo', { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, ...(await response.json()) }
}
