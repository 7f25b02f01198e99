import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/** An E.164 number ("+15125550142") with what was dialled after it. */
export interface Phone {
  number: string
  extension: string | null
}

const localPart = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}$/u
const asciiDomain = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

/**
 * The one form under which an address is stored and compared: lower case, domain in punycode. Dots and plus signs of the
 * local part stay. Returns null for anything that isn't one address.
 */
export function normaliseEmail(raw: string): string | null {
  const bare = unwrap(raw)
  const at = bare.lastIndexOf('@')
  if (at < 1) return null
  const local = bare.slice(0, at).normalize('NFC').toLowerCase()
  const domain = asciiHost(bare.slice(at + 1).toLowerCase())
  if (!domain || !localPart.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return null
  return local.length + domain.length + 1 > 254 ? null : `${local}@${domain}`
}

/** "Maria <mailto:maria@example.org?subject=Hi>" holds the address that is meant. */
function unwrap(raw: string): string {
  // Copied from a mail or a messenger, with signs that nobody sees.
  const seen = raw.replace(/[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, '')
  const inBrackets = /<([^<>]*)>\s*$/.exec(seen)?.[1] ?? seen
  return inBrackets
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/s, '')
    .replace(/^[\s"'(<]+|[\s"')>,;.]+$/g, '')
}

function asciiHost(domain: string): string | null {
  if (asciiDomain.test(domain)) return /\.(?=[^.]*[a-z])[^.]+$/.test(domain) ? domain : null
  // The URL parser would read a port, a path or "%20" out of what is no host name.
  if (!/[^\0-\x7F]/.test(domain) || /[\s/:?#@\\%[\]<>|^]/.test(domain)) return null
  try {
    const host = new URL(`http://${domain}`).hostname
    return asciiDomain.test(host) ? host : null
  } catch {
    return null
  }
}

/**
 * The number in E.164 and its extension, read as someone in `country` (ISO 3166 alpha-2) would dial it; null where no
 * full number can be made of it. The small metadata is enough, since length decides: the ranges that the large one knows
 * refuse area codes that opened after it was published, and the browser runs this too.
 */
export function readPhone(raw: string, country: string): Phone | null {
  const near = northAmerican(raw, country)
  if (near) return { number: near, extension: null }
  const parsed = parse(raw, country)
  return parsed && { number: parsed.number, extension: parsed.ext ?? null }
}

const tenDigits = /^\s*(?:\+?1[\s.-]*)?\(?([2-9]\d{2})\)?[\s.-]*(\d{3})[\s.-]*(\d{4})\s*$/

/** The common case at a tenth of the time: an import has as many of these as rows. */
function northAmerican(raw: string, country: string): string | null {
  const match = isSupportedCountry(country) && getCountryCallingCode(country) === '1' ? tenDigits.exec(raw) : null
  const digits = match ? `${match[1]}${match[2]}${match[3]}` : ''
  return digits && !/^(\d)\1+$/.test(digits) ? `+1${digits}` : null
}

/** As `readPhone`, without the extension. */
export const normalisePhone = (raw: string, country: string): string | null => readPhone(raw, country)?.number ?? null

function parse(raw: string, country: string): PhoneNumber | null {
  const text = raw.replace(/^\s*(?:tel|sms|callto):/i, '').replace(/^['\s]+/, '')
  // Words that hold digits ("see note 5551234567") are not a number someone wrote as one.
  if (text.length > 60 || (text.match(/\p{L}/gu)?.length ?? 0) > 12) return null
  const parsed = parsePhoneNumberFromString(international(text), country as CountryCode)
  return parsed && (isPlausible(parsed) || parsed.isValid()) ? parsed : null
}

function isPlausible(phone: PhoneNumber): boolean {
  const digits = phone.nationalNumber
  if (phone.countryCallingCode === '1') return /^[2-9]\d{9}$/.test(digits) && !/^(\d)\1+$/.test(digits)
  return phone.isPossible() && digits.length >= 7 && !/^(\d)\1+$/.test(digits)
}

/** "0049 30…" and "+49 (0)30…" as people write them, where the library wants "+49 30…". */
const international = (text: string) => text.replace(/^\s*00(?=[1-9])/, '+').replace(/^(\s*\+[\d\s]{1,5})\(0\)/, '$1')

/** For the eye: national form at home ("(512) 555-0142"), international abroad; the extension after it. */
export function formatPhone(number: string, country: string, extension: string | null = null): string {
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed) return number
  const atHome = isSupportedCountry(country) && getCountryCallingCode(country) === parsed.countryCallingCode
  const shown = atHome ? parsed.formatNational() : parsed.formatInternational()
  return extension ? `${shown} ext. ${extension}` : shown
}
