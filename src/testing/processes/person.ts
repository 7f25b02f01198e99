import { randomUUID } from 'node:crypto'

export interface Answer<T = any> {
  status: number
  body: T
}

/** Someone with a session, who calls a running server over HTTP. */
export interface Person {
  email: string
  token: string
  clientId: string
  userId: string
  /** As the identity service gave it. */
  session: any
  /** Sends JSON to a path such as `/rest/v1/leads`; to another server of the same installation where `at` says so. */
  call<T = any>(method: string, path: string, body?: unknown, at?: string): Promise<Answer<T>>
  /** The same, and anything but success throws. */
  ask<T = any>(method: string, path: string, body?: unknown, at?: string): Promise<T>
}

/** One request, whatever it answers; only a broken connection throws. */
export async function send<T = any>(url: string, init: RequestInit = {}): Promise<Answer<T>> {
  const response = await fetch(url, { ...init, signal: init.signal ?? AbortSignal.timeout(20_000) })
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: (json ? JSON.parse(text) : text) as T }
}

/** Signs up with a church of their own. */
export async function signUp(url: string, organization = 'Grace Community Church'): Promise<Person> {
  const email = `${randomUUID()}@example.org`
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: 'a lamp on a stand', data: { name: 'Pat Miller', organization } })
  const made = await send(`${url}/auth/v1/signup`, { method: 'POST', headers: json, body })
  if (made.status !== 200) throw new Error(`sign-up: ${made.status} ${JSON.stringify(made.body)}`)
  const token = made.body.access_token as string
  const mine = await send(`${url}/rest/v1/clients/mine`, { headers: { authorization: `Bearer ${token}` } })
  return person(url, {
    email,
    token,
    clientId: mine.body.accounts[0].id,
    userId: mine.body.user.id,
    session: made.body,
  })
}

export function person(url: string, known: Omit<Person, 'call' | 'ask'>): Person {
  const call: Person['call'] = (method, path, body, at = url) =>
    send(`${at}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${known.token}`,
        'lampstand-client': known.clientId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    ...known,
    call,
    async ask(method, path, body, at) {
      const answer = await call(method, path, body, at)
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
  }
}
