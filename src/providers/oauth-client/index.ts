import { createHash } from 'node:crypto'
import { clock, minutes } from '#kernel/clock.ts'
import { digest } from '#kernel/secrets.ts'
import type { Access } from '#providers/calendars/index.ts'
import { type Answer, ChangedThere, CursorGone, request, ServiceRefused } from '#providers/outbound/index.ts'

interface Client {
  /** For sentences: `Google`. */
  name: string
  tokenUrl: string
  scope?: string
}
interface Call {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  /** Other answers than 2xx that the caller reads. */
  expects?: readonly number[]
}
export interface JsonAnswer {
  status: number
  /** Of any shape: adapters read it with care. */
  data: any
  /** False where something other than the API answered, such as a page of a proxy: `data` is empty then. */
  isJson: boolean
}

const tokens = new Map<string, { token: string; until: number }>()
const MOST_BYTES = 20_000_000

function parsed(answer: Answer): any {
  try {
    return answer.body ? JSON.parse(answer.body) : {}
  } catch {
    return {}
  }
}

function isJson({ body }: Answer): boolean {
  try {
    return typeof JSON.parse(body) === 'object'
  } catch {
    return false
  }
}

const postForm = (url: string, form: Record<string, string>) =>
  request(url, {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    mostBytes: 100_000,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  })

/** The challenge of a verifier (RFC 7636, S256). */
export const pkceChallenge = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

interface Grant {
  clientId: string
  clientSecret: string
  code: string
  verifier: string
  redirectUri: string
}
/**
 * The tokens of an authorization code (RFC 6749, 4.1.3, with PKCE).
 * @throws ServiceRefused for a code that was used, forged or given to another address
 */
export async function exchangeCode(client: Client, grant: Grant): Promise<{ refreshToken: string; scope: string }> {
  const answer = await postForm(client.tokenUrl, {
    grant_type: 'authorization_code',
    code: grant.code,
    code_verifier: grant.verifier,
    redirect_uri: grant.redirectUri,
    client_id: grant.clientId,
    client_secret: grant.clientSecret,
  })
  if (answer.status === 429 || answer.status >= 500)
    throw new Error(`${client.name} answered with status ${answer.status}`)
  const data = parsed(answer)
  if (answer.status !== 200 || typeof data.refresh_token !== 'string')
    throw new ServiceRefused(`${client.name} did not accept the connection. Please connect it again.`)
  return { refreshToken: data.refresh_token, scope: String(data.scope ?? '') }
}

const tokenKey = (client: Client, access: Access) =>
  digest(`${client.tokenUrl} ${access.clientId} ${access.refreshToken}`)

/** The access token of a refresh token (RFC 6749, 6); one that is still good is used again. */
async function accessToken(client: Client, access: Access): Promise<string> {
  const key = tokenKey(client, access)
  const known = tokens.get(key)
  if (known && known.until > clock.ms()) return known.token
  const answer = await postForm(client.tokenUrl, {
    grant_type: 'refresh_token',
    refresh_token: access.refreshToken ?? '',
    client_id: access.clientId ?? '',
    client_secret: access.clientSecret ?? '',
    ...(client.scope && { scope: client.scope }),
  })
  const data = parsed(answer)
  if (answer.status >= 500) throw new Error(`${client.name} answered with status ${answer.status}`)
  if (answer.status !== 200 || typeof data.access_token !== 'string')
    throw new ServiceRefused(`${client.name} no longer accepts this connection. Please connect it again.`)
  if (typeof data.refresh_token === 'string') access.refreshToken = data.refresh_token
  const until = clock.ms() + Math.max(0, Number(data.expires_in) || 0) * 1_000 - minutes(1)
  if (tokens.size > 1_000) tokens.clear()
  tokens.set(tokenKey(client, access), { token: data.access_token, until })
  return data.access_token
}

/** An access token that the service no longer takes is replaced once, before the call fails. */
async function send(client: Client, access: Access, url: string, call: Call): Promise<Answer> {
  const { method = 'GET', body, headers = {} } = call
  const token = await accessToken(client, access)
  const ask = (bearer: string) =>
    request(url, {
      method,
      mostBytes: MOST_BYTES,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        ...headers,
        accept: 'application/json',
        authorization: `Bearer ${bearer}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
    })
  const answer = await ask(token)
  if (answer.status !== 401) return answer
  const key = tokenKey(client, access)
  if (tokens.get(key)?.token === token) tokens.delete(key)
  return ask(await accessToken(client, access))
}

/**
 * One call of a JSON API with an OAuth token.
 * @throws ServiceRefused, ChangedThere (412), CursorGone (410)
 */
export async function callJson(client: Client, access: Access, url: string, call: Call = {}): Promise<JsonAnswer> {
  const answer = await send(client, access, url, call)
  const { status } = answer
  if ((status >= 200 && status < 300) || call.expects?.includes(status))
    return { status, data: parsed(answer), isJson: isJson(answer) }
  if (status === 412) throw new ChangedThere('changed there')
  if (status === 410) throw new CursorGone('read it anew')
  if (status === 429 || status >= 500) throw new Error(`${client.name} answered with status ${status}`)
  throw new ServiceRefused(`${client.name} refused the request (status ${status}). Please connect it again.`)
}
