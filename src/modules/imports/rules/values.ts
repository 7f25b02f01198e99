import { getCountries } from 'libphonenumber-js/min'
import { knownTimeZone } from '#clients/rules.ts'
import type { genders, maritalStatuses } from '#people/rules/fields.ts'
import { foldName } from '#people/rules/names.ts'
import words from '../data/value-words.json' with { type: 'json' }
import type { Kind } from './fields.ts'

export type Gender = (typeof genders)[number]
export type MaritalStatus = (typeof maritalStatuses)[number]
export type LeadStage = keyof typeof words.leadStage

const fold = (text: string) => foldName(text).replace(/\s+/g, ' ').trim()
const setOf = (list: readonly string[]) => new Set(list.map(fold))
const tableOf = <K extends string>(table: Record<K, readonly string[]>) =>
  new Map(
    Object.entries<readonly string[]>(table).flatMap(([key, list]) =>
      list.map(word => [fold(word), key as K] as const),
    ),
  )

const yes = setOf(words.yes)
const no = setOf(words.no)
const blank = setOf(words.blank)
const gender = tableOf(words.gender)
const marital = tableOf(words.maritalStatus)
const kind = tableOf(words.kind)
const role = tableOf(words.householdRole)
const stage = tableOf(words.leadStage)
const zone = tableOf(words.timeZone)
const inactive = setOf(words.inactive)
const unsubscribed = setOf(words.unsubscribed)
const bounced = setOf(words.bounced)
const subscribed = setOf(words.subscribed)

/** "", "n/a", "unknown": the file says nothing. */
export const saysNothing = (value: string): boolean => blank.has(fold(value))

/** Null for a word of another kind. */
export function yesOrNo(value: string): boolean | null {
  const word = fold(value)
  return yes.has(word) ? true : no.has(word) ? false : null
}

export const isYesNo = (value: string): boolean => yesOrNo(value) !== null

/** Null for words that are in none of the three languages' lists. */
export const readGender = (value: string): Gender | null => gender.get(fold(value)) ?? null
export const readMaritalStatus = (value: string): MaritalStatus | null =>
  marital.get(fold(value).replace(/\.$/, '')) ?? null
/** A column "Child" opts in or no, one about the role says it in words. */
export const readHouseholdRole = (value: string): 'adult' | 'child' | 'other' => role.get(fold(value)) ?? 'other'
export const readLeadStage = (value: string): LeadStage | null => stage.get(fold(value).replaceAll('_', ' ')) ?? null
/** An IANA name in its usual letters, or what people in the United States call their zones; null for anything else. */
export function readTimeZone(value: string): string | null {
  const written = value.trim()
  if (written.includes('/') && knownTimeZone(written.replaceAll(' ', '_')))
    return new Intl.DateTimeFormat('en', { timeZone: written.replaceAll(' ', '_') }).resolvedOptions().timeZone
  // "(GMT-05:00) Eastern Time (US & Canada)", "Eastern Standard Time"
  const bare = fold(written)
    .replace(/\((gmt|utc)[^)]*\)|[^a-z]+/g, ' ')
    .replace(/\b(time|zone|standard|daylight|us|usa|canada|and)\b/g, ' ')
  return zone.get(fold(bare).trim()) ?? null
}
export const isInactive = (value: string): boolean => inactive.has(fold(value))

/** "* Home", "HOME" and "Privat" are home; anything unknown is other. */
export const readKind = (label: string): Kind => kind.get(fold(label.replace(/^[*\s]+/, ''))) ?? 'other'

/** What a column about newsletters says: `unknown` is some other text, which may be a date or a reason. */
export function readSubscription(
  value: string,
): 'nothing' | 'yes' | 'no' | 'unsubscribed' | 'bounced' | 'subscribed' | 'unknown' {
  const word = fold(value)
  if (yes.has(word)) return 'yes'
  if (no.has(word)) return 'no'
  if (blank.has(word)) return 'nothing'
  if (unsubscribed.has(word)) return 'unsubscribed'
  if (bounced.has(word)) return 'bounced'
  return subscribed.has(word) ? 'subscribed' : 'unknown'
}

const channels = tableOf(words.called)

/** What "do not contact" means when its column names the way: "calls", "email", "all". */
export function readChannels(value: string): ('all' | 'call' | 'email' | 'sms')[] {
  const named = value.split(/[;,/&]|\band\b/).map(part => channels.get(fold(part)))
  return [...new Set(named.filter(found => found !== undefined))]
}

let countries: Map<string, string> | null = null

/** ISO 3166 alpha-2 of a country's code or its English, German or Spanish name; null where it's none. */
export function countryCode(text: string): string | null {
  countries ??= countryNames()
  return countries.get(fold(text).replaceAll('.', '')) ?? null
}

function countryNames(): Map<string, string> {
  const names = new Map<string, string>()
  const languages = ['en', 'de', 'es'].map(
    language => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  )
  for (const code of getCountries()) {
    for (const language of languages) {
      const name = language.of(code)
      if (name) names.set(fold(name), names.get(fold(name)) ?? code).set(code.toLowerCase(), code)
    }
  }
  const others = {
    usa: 'US',
    'united states of america': 'US',
    uk: 'GB',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    'great britain': 'GB',
    eeuu: 'US',
    holland: 'NL',
  }
  for (const [name, code] of Object.entries(others)) names.set(name, code)
  return names
}
