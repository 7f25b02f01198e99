import { GatewayUnavailable } from '../rules/errors.ts'
import type { GatewayName } from '../rules/names.ts'

export type Json = Record<string, any>
export interface Answer {
  status: number
  body: Json
}
interface Question {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  headers: Record<string, string>
  /** Sent as JSON; text is sent as it is. */
  body?: object | string
}

export const TIMEOUT_MS = 10_000
export const titles: Record<GatewayName, string> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  clover: 'Clover',
  thrivecart: 'ThriveCart',
}

/**
 * Asks a gateway. Its refusals (4xx) are answers; their meaning is the adapter's to say.
 * @throws GatewayUnavailable for silence, an error of its own, too many questions, or an answer that is not JSON
 */
export async function ask(
  gateway: GatewayName,
  url: string,
  { method = 'GET', headers, body }: Question,
  timeout = TIMEOUT_MS,
): Promise<Answer> {
  const title = titles[gateway]
  const isText = typeof body === 'string'
  const sent = {
    accept: 'application/json',
    ...(body && !isText && { 'content-type': 'application/json' }),
    ...headers,
  }
  const answer = await fetch(url, {
    method,
    headers: sent,
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
    body: isText || !body ? body : JSON.stringify(body),
  }).catch(() => {
    // What fetch says may name the address alone; nothing of it is for a person.
    throw new GatewayUnavailable(`${title} is not responding.`)
  })
  const text = await answer.text().catch(() => {
    throw new GatewayUnavailable(`${title} stopped responding.`)
  })
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
    throw new GatewayUnavailable(`${title} responded with ${answer.status}.`)
  const read = parsed(text)
  if (!read && answer.ok) throw new GatewayUnavailable(`${title} sent something that is not an answer.`)
  return { status: answer.status, body: read ?? {} }
}

function parsed(text: string): Json | undefined {
  if (!text.trim()) return {}
  try {
    const body = JSON.parse(text)
    return body && typeof body === 'object' ? body : undefined
  } catch {
    return undefined
  }
}

/** A message of a gateway without any of our secrets, which some repeat. */
export function scrubbed(message: unknown, secrets: readonly string[]): string {
  let text = String(message ?? '').slice(0, 500)
  for (const secret of secrets) if (secret.length >= 4) text = text.replaceAll(secret, '…')
  return text.replace(/\b(sk|rk|pk|whsec)_[\w*]+/g, '…').slice(0, 300)
}

export const idOf = (what: unknown): string | null =>
  typeof what === 'string' ? what : ((what as { id?: string } | null | undefined)?.id ?? null)

/** "visa" and "AMERICAN_EXPRESS" as people write them. */
export const named = (brand: unknown): string =>
  String(brand ?? '')
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\b[a-z]/g, letter => letter.toUpperCase())

export const yearMonth = (year: unknown, month: unknown): string | null =>
  year && month ? `${Number(year) < 100 ? 2_000 + Number(year) : Number(year)}-${String(month).padStart(2, '0')}` : null
