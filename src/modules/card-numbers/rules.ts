import type { z } from 'zod'

/** What is said where someone types one. */
export const CARD_NUMBER_REFUSED = 'Please don’t enter card numbers here.'

/** Visible characters between two groups of one number, e.g. `) (` or a line break in a mail; more separate two numbers. */
const MOST_BETWEEN = 4
/** Digits of the shortest and the longest card number. */
const [LEAST_DIGITS, MOST_DIGITS] = [13, 19]

/** First digits and lengths of card numbers, by network. */
const networks: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{18})$/, // Visa
  /^(?:5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12})$/, // Mastercard
  /^3[47]\d{13}$/, // American Express
  /^(?:6011|64[4-9]\d|65\d\d)\d{12}$/, // Discover
  /^3(?:0[0-5]|[689]\d)\d{11}$/, // Diners Club
  /^35(?:2[89]|[3-8]\d)\d{12}$/, // JCB
  /^62\d{14,17}$/, // UnionPay
  /^(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{9,15}$/, // Maestro
]

/** How people group the digits of a card. Phone numbers side by side (3-3-4) are none of these. */
const grouped =
  /^(?:4-4-4-4(?:-[1-3])?|4-4-4-[1-3]|4-6-[45]|4-4-8|4-8-4|8-4-4|4-12|12-4|6-10|10-6|8-8|8-7|8-6|6-6-4|6-6-3|5-5-5|5-5-5-1|6-4-5|(?:2-){6,8}[12]|(?:3-){4,5}[1-3]|(?:1-){12,18}1)$/

/** The check digit of ISO/IEC 7812-1 (Luhn). */
function isLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 1; place <= digits.length; place++) {
    const value = Number(digits[digits.length - place]) * (place % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const isCard = (digits: string): boolean =>
  networks.some(network => network.test(digits)) && !/^(\d)\1+$/.test(digits) && isLuhn(digits)

const zeros = new Map<number, number>()
/** The value of a decimal digit of any script (Unicode blocks of ten), also superscript or circled; null: it is none. */
function digitOf(char: string): string | null {
  if (char >= '0' && char <= '9') return char
  if (char < '\u00b2') return null
  if (/\p{Nd}/u.test(char)) {
    const code = char.codePointAt(0)!
    let zero = zeros.get(code)
    if (zero === undefined) {
      zero = code
      while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
      zeros.set(code, zero)
    }
    return String((code - zero) % 10)
  }
  const plain = /\p{No}/u.test(char) ? char.normalize('NFKC') : ''
  return /^\d$/.test(plain) ? plain : null
}

interface Group {
  digits: string
  start: number
  end: number
  /** What stands between it and the group before; null: too much, or words. */
  before: string | null
}

/** Runs of digits, and what separates them. Invisible and combining characters count as nothing. */
function groupsOf(text: string): Group[] {
  const groups: Group[] = []
  let open = false
  let between: string | null = null
  let at = 0
  for (const char of text) {
    const digit = digitOf(char)
    if (digit !== null) {
      const last = groups.at(-1)
      if (open && last) {
        last.digits += digit
        last.end = at + char.length
      } else groups.push({ digits: digit, start: at, end: at + char.length, before: between })
      open = true
      between = ''
    } else if (char < '\u0080' || !/[\p{Cf}\p{M}\u115f\u1160\u3164]/u.test(char)) {
      open = false
      const isWord = char < '\u0080' ? /[a-z]/i.test(char) : /[\p{L}\p{N}]/u.test(char)
      between = isWord || between === null || between.length >= MOST_BETWEEN ? null : between + char
    }
    at += char.length
  }
  return groups
}

/** A phone number with its country code: at most 15 digits behind a plus sign (E.164). */
const isPhone = (text: string, { start, digits }: Group) => digits.length <= 15 && /[+＋]/.test(text[start - 1] ?? '')

/** How many groups from `first` on are a card number, and its digits. */
function cardFrom(
  text: string,
  groups: readonly Group[],
  first: number,
): { count: number; digits: string } | undefined {
  const { digits } = groups[first]!
  if (digits.length > MOST_DIGITS) return
  let [all, shape] = [digits, String(digits.length)]
  let found = isCard(all) && !isPhone(text, groups[first]!) ? { count: 1, digits: all } : undefined
  for (let next = first + 1; next < groups.length; next++) {
    const group = groups[next]!
    if (group.before === null || all.length + group.digits.length > MOST_DIGITS) break
    // Short groups with different separators are dates, times and amounts.
    if (digits.length < 3 && next > first + 1 && group.before !== groups[first + 1]!.before) break
    all += group.digits
    shape += `-${group.digits.length}`
    if (all.length >= LEAST_DIGITS && grouped.test(shape) && isCard(all))
      found = { count: next - first + 1, digits: all }
  }
  return found
}

export interface FoundCard {
  start: number
  end: number
  lastFour: string
}

/** Where payment card numbers stand in a text; in linear time. */
export function findCardNumbers(text: string): FoundCard[] {
  const groups = groupsOf(text)
  const found: FoundCard[] = []
  for (let first = 0; first < groups.length; first++) {
    const card = cardFrom(text, groups, first)
    if (!card) continue
    const { end } = groups[first + card.count - 1]!
    found.push({ start: groups[first]!.start, end, lastFour: card.digits.slice(-4) })
    first += card.count - 1
  }
  return found
}

/** Whether a text holds a payment card's number, in whatever spelling. */
export const hasCardNumber = (text: string): boolean => findCardNumbers(text).length > 0

/** For what can't be refused: the text with all but the last four digits of each card number hidden, "•••• 4242". */
export function maskCardNumbers(text: string): string {
  let masked = ''
  let from = 0
  for (const { start, end, lastFour } of findCardNumbers(text)) {
    masked += `${text.slice(from, start)}•••• ${lastFour}`
    from = end
  }
  return masked + text.slice(from)
}

/** The same record with its named texts masked, for what others have sent. */
export const withMaskedCards = <T extends object, K extends keyof T>(
  record: T & Partial<Record<K, string | undefined>>,
  names: readonly K[],
): T => ({
  ...record,
  ...Object.fromEntries(
    names.flatMap(name => {
      const text = record[name]
      return typeof text === 'string' ? [[name, maskCardNumbers(text)]] : []
    }),
  ),
})

/** For a contract: refuses text with a card number in it. */
export const noCardNumbers = <T extends z.ZodType<string>>(text: T) =>
  text.refine(value => !hasCardNumber(value), CARD_NUMBER_REFUSED)

/** The first of these fields with a card number in it, also within a list; undefined where there is none. */
export const fieldWithCardNumber = (fields: Readonly<Record<string, unknown>>): string | undefined =>
  Object.keys(fields).find(name => textsOf(fields[name]).some(hasCardNumber))

/** The fields with a card number in them, each with what is said there. */
export const cardNumberProblems = (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.keys(fields)
      .filter(name => textsOf(fields[name]).some(hasCardNumber))
      .map(name => [name, CARD_NUMBER_REFUSED]),
  )

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return value !== null && typeof value === 'object' && !(value instanceof Date)
    ? Object.values(value).flatMap(textsOf)
    : []
}
