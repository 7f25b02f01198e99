import { type Word, wordsOf } from './words.ts'

/** Words without which a sentence says the opposite, in the form in which words are compared. */
const NEGATION =
  /^(?:not|no|never|neither|nor|none|nothing|nobody|nowhere|cannot|without|nay|(?:do|does|did|is|are|was|were|wo|ca|have|has|had|should|would|could|must|need|sha|ai)nt)$/
const CONDITION = /^(?:if|unless|except|lest|until|till|provided|otherwise)$/
export const isNegation = (key: string): boolean => NEGATION.test(key)
export const isTurning = (key: string): boolean => NEGATION.test(key) || CONDITION.test(key)

const ENDS_SENTENCE = /[.!?]/

/** Words between two that were quoted, without whole sentences, which may be left out. */
export function isTurnedByGap(text: string, words: readonly Word[], from: number, to: number): boolean {
  const inner = words.slice(from, to)
  const ends = (at: number) => ENDS_SENTENCE.test(text.slice(words[at]!.end, words[at + 1]?.start ?? text.length))
  if (from > 0 && ends(from - 1) && inner.length > 0 && ends(to - 1)) return false
  const first = from > 0 && ends(from - 1) ? -1 : inner.findIndex((_, i) => ends(from + i))
  const last = ends(to - 1) ? inner.length : inner.findLastIndex((_, i) => i < inner.length - 1 && ends(from + i)) + 1
  const isKept = (i: number) => (first < 0 && last === 0 ? true : i <= first || i >= last)
  return inner.some(({ key }, i) => isKept(i) && isTurning(key))
}

/** Small words after which a new clause begins: leaving them out with what stands before takes nothing away. */
const JOINS = new Set(
  'for that and but because so then behold therefore wherefore yet as surely truly now when while who'.split(' '),
)
const LEANS = new Set('of to by with from in than through'.split(' '))
const SPEECH = /^(?:said|say|says|saying|saith|sayest|think|thinks|thought|answered|spoke|ask|asked|asks)$/
/** Whose words may stand without the one who says them. */
const SPEAKERS = new Set(
  'god lord yahweh jehovah jesus christ he spirit angel moses isaiah paul i john prophet scripture written'.split(' '),
)

/**
 * Whether words were cut out of their sentence so that they say another thing: without who says it ("There is no God"),
 * without what they depend on ("the love of" money), or without a condition.
 */
export function isTurnedByCut(quotation: string, text: string, from: number, to: number): boolean {
  const words = wordsOf(text)
  return isTurnedBefore(quotation, text, words, from) || isTurnedAfter(quotation, text, words, to)
}

function isTurnedBefore(quotation: string, text: string, words: readonly Word[], from: number): boolean {
  const [first, last] = [words[from], words[from - 1]]
  if (!first || !last) return false
  const between = text.slice(last.end, first.start)
  if (/[.!?]/.test(between)) return false
  const lead = wordsBefore(text, words, from, /[.!?]/)
  const clause = wordsBefore(text, words, from, /[,.;:!?]/)
  const speech = lead.findLastIndex(({ key }) => SPEECH.test(key))
  if (/[“‘"]/.test(between) || (speech >= 0 && /,/.test(between) && speech >= lead.length - 6))
    if (speech >= 0 && !lead.some(({ key }) => SPEAKERS.has(key))) return true
  if (wordsBefore(text, words, from, /[.;:!?]/).some(({ key }) => CONDITION.test(key))) return true
  if (/[,;:]/.test(between)) return false
  if (clause.some(({ key }) => isTurning(key)) || LEANS.has(last.key)) return true
  const capital = /^[^\p{L}]*\p{Lu}/u.test(quotation) && /\p{Ll}/u.test(text[first.start]!)
  return capital && !JOINS.has(last.key)
}

function isTurnedAfter(quotation: string, text: string, words: readonly Word[], to: number): boolean {
  const [last, next] = [words[to - 1], words[to]]
  if (!last || !next) return false
  const between = text.slice(last.end, next.start)
  if (/[.;!?]/.test(between)) return false
  if (CONDITION.test(next.key)) return true
  if (/[,:]/.test(between)) return false
  return isNegation(next.key) || /[.!?]\s*$/.test(quotation) || next.key === 'through'
}

/** Words of the sentence or clause before one, the nearest last. */
function wordsBefore(text: string, words: readonly Word[], from: number, ends: RegExp): Word[] {
  let at = from
  while (at > 0 && !(at < from && ends.test(text.slice(words[at - 1]!.end, words[at]!.start)))) at--
  return words.slice(at, from)
}
