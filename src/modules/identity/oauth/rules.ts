/** What a program may ask to know about someone, and how the consent page says it. */
export const oauthScopes: Record<string, string> = {
  openid: 'Sign you in and recognize you when you come back',
  email: 'See your email address',
  profile: 'See your name and picture',
}
/** What is asked for where a request names no scope. */
export const DEFAULT_SCOPE = 'openid email'

/** The values of a space-separated list, each once. */
export const scopesIn = (text: string): string[] => [...new Set(text.split(' ').filter(Boolean))]

/** The scopes of a request, or null where it names one that we don't know or that its program was not registered for. */
export function grantableScopes(asked: string, registered: string): string[] | null {
  const scopes = scopesIn(asked || DEFAULT_SCOPE)
  const most = registered ? scopesIn(registered) : Object.keys(oauthScopes)
  return scopes.every(scope => scope in oauthScopes && most.includes(scope)) ? scopes : null
}

const loopback = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)

/**
 * Why a code must not be sent to that address, or null (RFC 9700 section 2.1, RFC 8252 section 7): HTTPS, HTTP on the same
 * machine, or an app's own scheme, which has a dot in it. `javascript:` and its like would run on our consent page.
 */
export function redirectUriProblem(uri: string): string | null {
  const url = URL.parse(uri)
  if (!url) return 'must be an absolute address'
  if (uri.includes('#')) return 'must not have a fragment'
  if (url.username || url.password) return 'must not hold a user name or password'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:') return loopback(url.hostname) ? null : 'must use HTTPS, except on localhost'
  return url.protocol.includes('.') ? null : 'must use HTTPS, or an app’s own scheme such as com.example.app:'
}

/** The address with more parameters; those that it was registered with stay. */
export function withParams(uri: string, params: Record<string, string | null | undefined>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(params)) if (value) url.searchParams.set(name, value)
  return url.href
}
