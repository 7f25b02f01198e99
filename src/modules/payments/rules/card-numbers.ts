/** What is said where someone types one. */
export const CARD_NUMBER_REFUSED = 'Please don’t enter card numbers here.'

/** The check digit of ISO/IEC 7812-1. */
function isLuhn(digits: string): boolean {
  let sum = 0
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const holdsCard = (digits: string): boolean =>
  /^[2-6]\d{12,18}$/.test(digits) && !/^(\d)\1+$/.test(digits) && isLuhn(digits)

/** How cards print their number: groups of four, or 4-6-5 and 4-6-4. Phone numbers side by side are neither. */
const printed = /^(?:4444[1-3]?|465|464)$/

/**
 * Whether a text holds a payment card's number: 13 to 19 digits with a valid check digit, together or in the groups of
 * a card.
 */
export function hasCardNumber(text: string): boolean {
  const plain = text.normalize('NFKC').replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
  for (const [run] of plain.matchAll(/\d+(?:[ \u00A0.\-–/]\d+)*/g)) {
    const groups = run.split(/\D/)
    if (groups.some(holdsCard)) return true
    for (let at = 0; at < groups.length; at++)
      for (const length of [3, 4, 5]) {
        const some = groups.slice(at, at + length)
        if (printed.test(some.map(group => group.length).join('')) && holdsCard(some.join(''))) return true
      }
  }
  return false
}

/** The first of these fields with a card number in it, also within a list; undefined where there is none. */
export const fieldWithCardNumber = (fields: Readonly<Record<string, unknown>>): string | undefined =>
  Object.keys(fields).find(name => textsOf(fields[name]).some(hasCardNumber))

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return value !== null && typeof value === 'object' && !(value instanceof Date)
    ? Object.values(value).flatMap(textsOf)
    : []
}
