import { GoTrueClient } from '@supabase/auth-js'
import { contract } from '#app/contract.ts'
import { routes } from '#app/http.ts'
import { restApi } from '#app/rest.ts'
import { router } from '#app/router.ts'
import { env } from '#kernel/env.ts'
import { webServer } from '#kernel/http.ts'
import { onOwnDomains } from '#web-domains/http.ts'
import { testHouse } from './house.ts'

/** The server without its pages, answering in this process. */
export async function aServer() {
  await testHouse()
  const app = webServer(routes)
  const api = restApi(contract, router)
  for (const base of ['/rest/v1', '/my/:church/rest/v1']) app.route(base, api)
  const fetch = onOwnDomains(app.fetch)
  /** @param at a path, or a whole address on a church's own domain */
  const send = (at: string, init?: RequestInit) =>
    Promise.resolve(fetch(new Request(at.startsWith('/') ? `${env.publicUrl}${at}` : at, init)))
  /** The official client library, speaking to this server. */
  const auth = (options: Record<string, unknown> = {}) =>
    new GoTrueClient({
      url: `${env.publicUrl}/auth/v1`,
      fetch: async (url, init) => app.request(String(url), init as RequestInit),
      autoRefreshToken: false,
      persistSession: true,
      storage: memory(),
      storageKey: 'sb-127-auth-token',
      detectSessionInUrl: false,
      ...options,
    })
  return { app, send, auth }
}

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
