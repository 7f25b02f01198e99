import type { z } from 'zod'

export const NO_CARDS = 'Please don’t enter card numbers here.'

/** The check digit of card numbers (ISO/IEC 7812-1, Luhn). */
function isLuhn(digits: string): boolean {
  let sum = 0
  for (const [i, char] of [...digits].reverse().entries()) {
    const doubled = Number(char) * (i % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

const isCard = (digits: string) => /^[2-6]\d{12,18}$/.test(digits) && isLuhn(digits)

/** Whether digits that a card could have are in a text, also with spaces, dots or hyphens between them and a date behind. */
export function hasCardNumber(text: string): boolean {
  const runs = text.normalize('NFKC').matchAll(/\d(?:[ .\u00a0\u2010-\u2015-]?\d){12,}/g)
  return [...runs].some(([run]) => {
    const digits = run.replace(/\D/g, '')
    // Behind a number of 16 digits, or of 15 that begins with 34 or 37, other digits may follow.
    return [digits, digits.slice(0, 16), /^3[47]\d{13}/.exec(digits)?.[0] ?? ''].some(isCard)
  })
}

/** Refuses text with a card number in it: it must not be stored, not even in a note. */
export const noCardNumbers = <T extends z.ZodType<string>>(text: T) =>
  text.refine(value => !hasCardNumber(value), NO_CARDS)
