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

/** The access token of a refresh token (RFC 6749, 6); one that is still good is used again. */
async function accessToken(client: Client, access: Access): Promise<string> {
  const key = digest(`${client.tokenUrl} ${access.clientId} ${access.refreshToken}`)
  const known = tokens.get(key)
  if (known && known.until > clock.ms()) return known.token
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: access.refreshToken ?? '',
    client_id: access.clientId ?? '',
    client_secret: access.clientSecret ?? '',
    ...(client.scope && { scope: client.scope }),
  })
  const answer = await request(client.tokenUrl, {
    method: 'POST',
    body: form.toString(),
    mostBytes: 100_000,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  })
  const data = parsed(answer)
  if (answer.status >= 500) throw new Error(`${client.name} answered with status ${answer.status}`)
  if (answer.status !== 200 || typeof data.access_token !== 'string')
    throw new ServiceRefused(`${client.name} no longer accepts this connection. Please connect it again.`)
  if (typeof data.refresh_token === 'string') access.refreshToken = data.refresh_token
  const until = clock.ms() + Math.max(0, Number(data.expires_in) || 0) * 1_000 - minutes(1)
  if (tokens.size > 1_000) tokens.clear()
  tokens.set(digest(`${client.tokenUrl} ${access.clientId} ${access.refreshToken}`), {
    token: data.access_token,
    until,
  })
  return data.access_token
}

/**
 * One call of a JSON API with an OAuth token.
 * @throws ServiceRefused, ChangedThere (412), CursorGone (410)
 */
export async function callJson(client: Client, access: Access, url: string, call: Call = {}): Promise<JsonAnswer> {
  const { method = 'GET', body, headers = {}, expects = [] } = call
  const answer = await request(url, {
    method,
    mostBytes: MOST_BYTES,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...headers,
      accept: 'application/json',
      authorization: `Bearer ${await accessToken(client, access)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  })
  const { status } = answer
  if ((status >= 200 && status < 300) || expects.includes(status)) return { status, data: parsed(answer) }
  if (status === 412) throw new ChangedThere('changed there')
  if (status === 410) throw new CursorGone('read it anew')
  if (status === 429 || status >= 500) throw new Error(`${client.name} answered with status ${status}`)
  throw new ServiceRefused(`${client.name} refused the request (status ${status}). Please connect it again.`)
}
