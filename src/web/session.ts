import { GoTrueClient, type Session } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { linkOutcome } from '#identity/rules.ts'

export type SessionState =
  | { status: 'loading'; session: null }
  | { status: 'signed-in'; session: Session }
  | { status: 'signed-out'; session: null }

const loading: SessionState = { status: 'loading', session: null }
let state: SessionState = loading
const listeners = new Set<() => void>()

function set(session: Session | null) {
  state = session ? { status: 'signed-in', session } : { status: 'signed-out', session: null }
  for (const tell of listeners) tell()
}

const storageKey = () => `sb-${location.hostname.split('.')[0]}-auth-token`

function signedInAs(): string | undefined {
  try {
    return JSON.parse(localStorage.getItem(storageKey()) ?? '').user?.id
  } catch {
    return undefined
  }
}

/** A link of a mail signs in where such links land; someone else's link signs nobody over. */
function takeLink(url: URL, params: Record<string, string>): boolean {
  if (!params.access_token && !params.error_description && !params.error) return false
  const outcome = linkOutcome(url.pathname, params.access_token, signedInAs())
  // The page says why; the token must not stay in the address.
  if (outcome !== 'taken') history.replaceState(history.state, '', `${url.pathname}${url.search}#error=${outcome}`)
  return outcome === 'taken'
}

let client: GoTrueClient | undefined

/** The identity service's client. In the browser only: it keeps the session in local storage and refreshes it. */
export function auth(): GoTrueClient {
  if (client) return client
  client = new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    storageKey: storageKey(),
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: takeLink,
    experimental: { recoveryCodes: true },
  })
  client.onAuthStateChange((_event, session) => set(session))
  return client
}

export function onSession(listener: () => void) {
  auth()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSession = () =>
  useSyncExternalStore(
    onSession,
    () => state,
    () => loading,
  )

export const sessionState = () => state

/** The session, refreshed if it has run out; null when nobody is signed in. */
export async function currentSession(): Promise<Session | null> {
  const { data } = await auth().getSession()
  return data.session
}

/** Ends the session of this browser; the address to go to is the caller's affair. */
export async function signOut() {
  await auth().signOut({ scope: 'local' })
}
