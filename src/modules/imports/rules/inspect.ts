import { looksLikeDate } from '#people/rules/dates.ts'
import { isYesNo } from './values.ts'

/** What most values of a column look like, whatever its header says. */
export type ValueKind = 'email' | 'phone' | 'date' | 'yes_no' | 'full_name' | 'name'

const email = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]{2,}$/
const word = /^[\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]*$/u

/** Null where no kind holds for at least 60% of the values that are there. */
export function inspect(values: readonly string[]): ValueKind | null {
  const filled = values.map(value => value.trim()).filter(Boolean)
  if (filled.length === 0) return null
  const mostly = (test: (value: string) => boolean) => filled.filter(test).length >= filled.length * 0.6
  if (mostly(looksLikeEmail)) return 'email'
  if (mostly(looksLikeDate)) return 'date'
  if (mostly(looksLikePhone)) return 'phone'
  if (mostly(isYesNo)) return 'yes_no'
  if (mostly(value => isNames(value, 2))) return 'full_name'
  return mostly(value => isNames(value, 1)) ? 'name' : null
}

export const looksLikeEmail = (value: string): boolean =>
  value.length <= 320 && email.test(value.trim().replace(/^.*<|>$/g, ''))

/** Digits alone may be a membership number, unless there are as many as in a phone number. */
export function looksLikePhone(value: string): boolean {
  if (value.length > 60) return false
  const text = value.trim().replace(/\s*(?:x|ext\.?)\s*\d{1,6}$/i, '')
  const digits = text.replace(/\D/g, '').length
  if (digits < 7 || digits > 15 || !/^\+?[\d\s()./-]+$/.test(text)) return false
  return /[\s()./-]|^\+|^0/.test(text) || digits >= 10
}

function isNames(value: string, atLeast: number): boolean {
  const words = value.split(/[\s,]+/).filter(Boolean)
  return (
    words.length >= atLeast && words.length <= 5 && words.filter(part => word.test(part)).length >= words.length / 2
  )
}
