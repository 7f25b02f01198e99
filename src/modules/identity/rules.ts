export const minimumPassword = 6
export const connectionTimeout = 10_000

export interface Credentials {
  email: string
  password: string
}
export interface SignUp extends Credentials {
  name: string
  confirmPassword: string
}

/** Messages by field; empty when all is well. */
export type FieldErrors<Values> = Partial<Record<keyof Values, string>>

const looksLikeAddress = (email: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())

function emailError(email: string) {
  if (!email.trim()) return 'Email is required'
  return looksLikeAddress(email) ? undefined : 'Email is invalid'
}

function passwordError(password: string) {
  if (!password) return 'Password is required'
  return password.length < minimumPassword ? `Password must be at least ${minimumPassword} characters` : undefined
}

function confirmError(password: string, again: string) {
  if (!again) return 'Please confirm your password'
  return again === password ? undefined : 'Passwords do not match'
}

/** Leaves out the fields that have nothing wrong with them. */
const only = <Values>(errors: FieldErrors<Values>) =>
  Object.fromEntries(Object.entries(errors).filter(([, message]) => message)) as FieldErrors<Values>

export const signInErrors = ({ email, password }: Credentials) =>
  only<Credentials>({ email: emailError(email), password: passwordError(password) })

export const signUpErrors = ({ name, email, password, confirmPassword }: SignUp) =>
  only<SignUp>({
    name: name.trim() ? undefined : 'Name is required',
    email: emailError(email),
    password: passwordError(password),
    confirmPassword: confirmError(password, confirmPassword),
  })

export const profileErrors = ({ name, email }: { name: string; email: string }) =>
  only<{ name: string; email: string }>({
    name: name.trim() ? undefined : 'Name is required',
    email: emailError(email),
  })

export const forgotErrors = ({ email }: { email: string }) => only<{ email: string }>({ email: emailError(email) })

export const newPasswordErrors = ({ password, confirmPassword }: { password: string; confirmPassword: string }) =>
  only<{ password: string; confirmPassword: string }>({
    password: passwordError(password),
    confirmPassword: confirmError(password, confirmPassword),
  })

export interface FactorOfUser {
  id: string
  factor_type: string
  status: string
  friendly_name?: string
  phone?: string
}

/** Factors that may be asked for, as a person would name them. */
export const usable = (factors: FactorOfUser[] = []) => factors.filter(({ status }) => status === 'verified')

export function factorName({ factor_type, friendly_name, phone }: FactorOfUser): string {
  if (factor_type === 'phone') return `Text message to ${phone ? `…${phone.slice(-4)}` : 'your phone'}`
  return friendly_name || (factor_type === 'webauthn' ? 'Security key' : 'Authenticator app')
}

/** Whether the session that this access token belongs to has yet to show a second factor. */
export function lacksSecondFactor(accessToken: string, factors: FactorOfUser[] | undefined): boolean {
  if (usable(factors).length === 0) return false
  const payload = accessToken.split('.')[1] ?? ''
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).aal !== 'aal2'
  } catch {
    return true
  }
}

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh|Mac OS X/],
  ['Chromebook', /CrOS/],
  ['Linux', /Linux|X11/],
] as const
const browsers = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS/],
  ['Chrome', /Chrom(e|ium)\/|CriOS/],
  ['Safari', /Safari\//],
] as const

/** Browser and system by name, from what the browser said of itself. */
export const agentOf = (userAgent: string) => ({
  browser: browsers.find(([, sign]) => sign.test(userAgent))?.[0],
  system: systems.find(([, sign]) => sign.test(userAgent))?.[0],
})

/** "Firefox on Windows", from what the browser said of itself. */
export function deviceOf(userAgent: string): string {
  const { browser, system } = agentOf(userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** Passkeys need a name in the address: 127.0.0.1 is none. */
export const passkeysWork = (hostname: string) => !/^[\d.]+$|^\[/.test(hostname)

const catalogue = [
  ['fetch', 'Network error. Please check your connection and try again.', 'NETWORK_ERROR'],
  ['User already registered', 'An account with this email already exists', 'USER_EXISTS'],
  ['Invalid login credentials', 'Invalid email or password', 'INVALID_CREDENTIALS'],
  ['Email not confirmed', 'Please check your email and confirm your account', 'EMAIL_NOT_CONFIRMED'],
  ['Password should be at least', 'Password must be at least 6 characters long', 'WEAK_PASSWORD'],
  ['Invalid email', 'Please enter a valid email address', 'INVALID_EMAIL'],
] as const

export type AuthErrorCode = (typeof catalogue)[number][2] | 'UNKNOWN_ERROR'

/** What to show for a message of the identity service, and a code for what it means. */
export function mapAuthError(message: string): { text: string; code: AuthErrorCode } {
  const known = catalogue.find(([part]) => message.includes(part))
  return known ? { text: known[1], code: known[2] } : { text: 'An unexpected error occurred', code: 'UNKNOWN_ERROR' }
}

/** Where a refused sign-up is said: beside a field, or above the form. */
export function signUpRefusal(message: string): FieldErrors<SignUp> & { form?: string } {
  if (message.includes('already registered') || message.includes('already exists'))
    return { email: 'An account with this email already exists' }
  if (message.includes('Invalid email') || message.includes('validate email address'))
    return { email: 'Please enter a valid email address' }
  if (message.includes('Password')) return { password: 'Password must be at least 6 characters' }
  if (mapAuthError(message).code === 'NETWORK_ERROR') return { form: mapAuthError(message).text }
  return { form: message || 'Failed to create account. Please try again.' }
}

export interface ConnectionResult {
  success: boolean
  message: string
  details?: string
}

/** What a HEAD request on the API's root says about the connection: its status, or what it failed with. */
export function connectionResult(answer: number | Error): ConnectionResult {
  if (answer instanceof Error)
    return { success: false, message: 'Connection test failed', details: `Test failed: ${answer.message}` }
  return answer >= 200 && answer < 300
    ? { success: true, message: 'Server connection successful' }
    : { success: false, message: `Server connection failed: ${answer}`, details: `Test failed: status ${answer}` }
}

/** Where links of our mails land. */
const landings = new Set(['/login', '/reset-password', '/profile', '/invitation'])

/** What becomes of a link that brings a session along: anywhere else, or in place of someone who is signed in here, it is not taken. */
export function linkOutcome(path: string, token: string | undefined, signedInAs: string | undefined) {
  if (!landings.has(path.replace(/\/$/, '') || '/')) return 'ignored' as const
  if (!token || !signedInAs) return 'taken' as const
  return subjectOf(token) === signedInAs ? ('taken' as const) : ('other_account' as const)
}

function subjectOf(token: string): unknown {
  try {
    return JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))).sub
  } catch {
    return undefined
  }
}

const webAddress = /:\/\/|www\.|[\p{L}\d]\.\p{L}{2,}(?=[\s/?#:,;!)]|$)/iu

/** Words of a stranger for a mail to an address that they merely say is theirs: nothing where a mail program makes a link of them. */
export const unlinked = (words: string) =>
  webAddress.test(words.normalize('NFKC').replace(/\p{Cf}/gu, '')) ? '' : words

/** Owner of the demo church and platform admin; has no password. */
export const DEMO_EMAIL = 'demo@grace.example'

/** The largest picture of a member, in bytes. */
export const AVATAR_BYTES = 2 * 1024 * 1024
