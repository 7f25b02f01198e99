import { toSlug } from '#kernel/slug.ts'

/** How a new lead gets its owner: members take turns, or someone assigns it. */
export const leadAssignments = ['turns', 'manual'] as const

/** IANA zones that this runtime knows; the browser and the server have the same list. */
export const timeZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')]

export function knownTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone.length > 0
  } catch {
    return false
  }
}

/** How dates and numbers are written (BCP 47), by the names that people there know. */
export const locales: Record<string, string> = {
  'en-US': 'English (United States)',
  'en-GB': 'English (United Kingdom)',
  'en-CA': 'English (Canada)',
  'en-AU': 'English (Australia)',
  'en-NZ': 'English (New Zealand)',
  'en-ZA': 'English (South Africa)',
  'en-IE': 'English (Ireland)',
  'en-KE': 'English (Kenya)',
  'en-NG': 'English (Nigeria)',
  'en-PH': 'English (Philippines)',
  'en-IN': 'English (India)',
  'de-AT': 'Deutsch (Österreich)',
  'de-CH': 'Deutsch (Schweiz)',
  'de-DE': 'Deutsch (Deutschland)',
  'es-ES': 'Español (España)',
  'es-MX': 'Español (México)',
  'es-US': 'Español (Estados Unidos)',
  'fr-CA': 'Français (Canada)',
  'fr-FR': 'Français (France)',
  'it-IT': 'Italiano (Italia)',
  'nl-NL': 'Nederlands (Nederland)',
  'pl-PL': 'Polski (Polska)',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  'sv-SE': 'Svenska (Sverige)',
  'da-DK': 'Dansk (Danmark)',
  'nb-NO': 'Norsk (Norge)',
  'fi-FI': 'Suomi (Suomi)',
  'ko-KR': '한국어 (대한민국)',
}
export const knownLocale = (locale: string): boolean => Object.hasOwn(locales, locale)

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** ISO 3166 alpha-2 codes with a name of their own. */
export function countries(): { code: string; name: string }[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters
    .flatMap(a => letters.map(b => a + b))
    .filter(
      code =>
        !/^(A[AC]|C[PQ]|D[GY]|E[AUZ]|F[X]|I[C]|Q[M-Z]|S[U]|T[A]|U[KN]|X|Z[ZR]|BU|CS|DD|HV|NH|NQ|NT|PC|PU|PZ|RH|TP|VD|WK|YD|YU|AN|JT|MI|NR_)/.test(
          code,
        ),
    )
  return codes
    .map(code => ({ code, name: names.of(code) ?? '' }))
    .filter(({ name }) => name !== '')
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

let codes: Set<string> | undefined
export function knownCountry(code: string): boolean {
  codes ??= new Set(countries().map(country => country.code))
  return codes.has(code)
}

/** Days until an invitation can no longer be accepted. */
export const INVITATION_DAYS = 7

/** grace-community-church from Grace Community Church; never empty. */
export const slugOf = (name: string): string => toSlug(name) || 'account'

/** What an account's members may do. */
export const accesses = ['full', 'read_only', 'suspended'] as const
/** What billing has to say on every page of an account. */
export const billingStates = ['trialing', 'past_due', 'unpaid', 'trial_ended', 'canceling', 'canceled'] as const

/** What billing's state allows, where the operator has not suspended the account. */
export const accessOf = (state: (typeof billingStates)[number] | null): 'full' | 'read_only' =>
  state === 'unpaid' || state === 'trial_ended' || state === 'canceled' ? 'read_only' : 'full'

interface BilledAccount {
  /** the operator's own */
  house: boolean
  plan: string | null
  billingState: string | null
}

const billingWords: Record<string, string> = {
  trialing: 'Trial',
  past_due: 'Payment overdue',
  unpaid: 'Unpaid',
  trial_ended: 'Trial ended',
  canceling: 'Ends soon',
  canceled: 'Canceled',
}
/** The plan, and what billing says of it, in words. */
export function billingOf({ house, plan, billingState }: BilledAccount): string {
  if (house) return 'Lampstand itself'
  const words = billingState ? (billingWords[billingState] ?? billingState) : ''
  return [plan, words].filter(Boolean).join(', ') || 'No plan'
}

/** Of an account's rows in the operator's list: one with more is counted no further, since the figure is for a glance. */
export const MOST_COUNTED = 100_000
