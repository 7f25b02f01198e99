import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Why a machine must not call a number, no matter who agreed to it; undefined where it may. */
export type NotCallable = 'toll_free_or_premium' | 'other_country' | 'bad_number'

const tollFree = /^\+1(800|822|833|844|855|866|877|888)/
const premium = /^\+1(900|976|\d{3}976)/
/** Service codes: 211, 911 and the like, with or without an area code before them. */
const service = /^\+1(\d{3})?[2-9]11$/

/**
 * Emergency lines, toll-free and premium numbers are never called by a machine (47 CFR 64.1200(a)(1)); rules of other countries
 * than the United States are not known here. @param number E.164
 */
export function whyNotCallable(number: string): NotCallable | undefined {
  if (service.test(number)) return 'toll_free_or_premium'
  if (tollFree.test(number) || premium.test(number)) return 'toll_free_or_premium'
  const read = parsePhoneNumberFromString(number)
  if (!read?.isPossible()) return 'bad_number'
  if (read.countryCallingCode !== '1') return 'other_country'
  const countries = read.getPossibleCountries()
  if (countries.length > 0 && !countries.some(country => covered.has(country))) return 'other_country'
  const type = read.getType()
  return type === 'TOLL_FREE' || type === 'PREMIUM_RATE' ? 'toll_free_or_premium' : undefined
}

/** The United States and what is under the same federal rules. */
const covered: ReadonlySet<string> = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP'])
