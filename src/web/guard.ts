import { replace } from 'react-router'
import { lacksSecondFactor } from '#identity/rules.ts'
import { currentSession } from './session.ts'

export const front = '/dashboard'

/** A path of our own to go to after signing in; anything that could lead elsewhere becomes the dashboard. */
export function wantedPath(next: string | null, origin: string): string {
  if (!next?.startsWith('/')) return front
  const url = URL.canParse(next, origin) ? new URL(next, origin) : null
  if (url?.origin !== origin || url.pathname === '/login') return front
  // Of /.//elsewhere a path is left that starts like another site's address.
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash
}

/** The sign-in page, with the way back to `url`. */
export function loginPath(url: string | URL): string {
  const { pathname, search, hash } = new URL(url)
  const wanted = pathname + search + hash
  return wanted === front || pathname === '/login' ? '/login' : `/login?next=${encodeURIComponent(wanted)}`
}

/** The session of the person who is signed in, second factor and all; anyone else is sent to the sign-in page, which takes this page's place. */
export async function requireSession(url: string) {
  const session = await currentSession()
  if (!session || lacksSecondFactor(session.access_token, session.user.factors)) throw replace(loginPath(url))
  return session
}
