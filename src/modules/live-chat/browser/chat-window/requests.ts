import type { Thread } from '../../chat/contract.ts'
import { chat, isChurch, OFFLINE, own } from './state.ts'

interface Session {
  access_token?: string
  user?: { email?: string }
}

/** A member who is signed in is not asked for their address; on a church's pages nobody asks who is signed in. */
export function readSession(): Session {
  if (isChurch) return {}
  try {
    const name = Object.keys(localStorage).find(key => /^sb-.*-auth-token$/.test(key))
    return JSON.parse((name && localStorage.getItem(name)) || '{}')
  } catch {
    return {}
  }
}

export function post(path: string, more: object, keepalive = false): Promise<Response> {
  const { access_token: pass } = readSession()
  return fetch(path, {
    method: 'POST',
    keepalive,
    headers: { 'content-type': 'application/json', ...(pass && { authorization: `Bearer ${pass}` }) },
    body: JSON.stringify({ form: own.form, token: chat.mine.token, ...more }),
  })
}

interface Refusal {
  message?: string
}

async function answerOf<T>(request: Promise<Response>): Promise<T> {
  const answer = await request.catch(() => null)
  const body: (T & Refusal) | null = await answer?.json().catch(() => null)
  if (!answer?.ok || !body) throw new Error(body?.message ?? OFFLINE)
  return body
}

export async function ask(verb: 'send' | 'read' | 'leave-email' | 'end', more: object) {
  const thread = await answerOf<Thread & { mailed?: boolean }>(post(`/rest/v1/support-chat/${verb}`, more))
  chat.thread = thread
  return thread
}

/** @returns the ticket with which the file goes along with a message */
export async function upload(file: File): Promise<string> {
  const where = `/chat/files?form=${encodeURIComponent(own.form)}&name=${encodeURIComponent(file.name)}`
  const headers = { 'chat-token': chat.mine.token! }
  const { ticket } = await answerOf<{ ticket: string }>(fetch(where, { method: 'POST', headers, body: file }))
  return ticket
}

/** Nobody needs to know that it could not be said. */
export function signal(state: 'writing' | 'still' | 'gone') {
  chat.told = state === 'writing' ? Date.now() : 0
  if (chat.mine.token && chat.thread.state) post('/rest/v1/support-chat/signal', { state }, true).catch(() => {})
}
