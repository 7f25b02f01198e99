import { isNegation } from './omissions.ts'
import { wordsOf } from './words.ts'

/** Words that translations choose freely: they carry no thought of their own. */
const LIGHT = new Set(
  `a an the and or but for so then that this these those there here of to in on at by with from into unto upon over up out
  as is are was were be been being am do does did done have has had will would shall should may might can could must let
  i me my mine we us our you your yours ye thee thou thy thine he him his she her it its they them their who whom whose
  which what when where how all any every everyone anyone whoever whosoever whoso one ones also even now yet if because
  since through also about against among before after under give gives gave given make makes made come comes came go goes gone
  went put take takes took get says said say saith declares people person things thing always very just own same more most
  not no nor never neither none nothing cannot dont doesnt didnt wont isnt arent o oh therefore yes truly`
    .split(/\s+/)
    .filter(Boolean),
)
/** English endings, so that "believeth" and "believes" are one word. */
const stem = (key: string) => {
  const short = key.replace(/(?:ings?|eth|est|edst|ens|en|ed|es|s|ly)$/, '')
  return (short.length >= 3 ? short : key).replace(/e$/, '').replace(/i$/, 'y')
}
const contentOf = (keys: readonly string[]) => keys.filter(key => !LIGHT.has(key)).map(stem)
const keysOf = (text: string) => wordsOf(text).map(({ key }) => key)

/** Words that both have in one order. */
function inOrder(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const word of a) {
    const next = [0]
    for (let j = 1; j <= b.length; j++) next.push(word === b[j - 1] ? row[j - 1]! + 1 : Math.max(row[j]!, next[j - 1]!))
    row = next
  }
  return row[b.length]!
}

interface Compared {
  /** Share of the words with a meaning that the stored editions know for the passage. */
  known: number
  /** How many they don't. */
  strange: number
  /** Those that they know. */
  shared: string[]
  isOrdered: boolean
  isSamePolarity: boolean
}
/**
 * How the words of a quotation relate to those of the passage in all editions together.
 * @param stretches the stored words that it covers, by edition
 */
export function compareMeaning(quotation: string, stretches: readonly string[]): Compared {
  const quoted = keysOf(quotation)
  const content = contentOf(quoted)
  const editions = stretches.map(text => keysOf(text))
  const union = new Set(editions.flatMap(contentOf))
  const strange = content.filter(word => !union.has(word)).length
  const negations = (keys: readonly string[]) => keys.filter(isNegation).length
  return {
    shared: content.filter(word => union.has(word)),
    known: content.length === 0 ? 0 : 1 - strange / content.length,
    strange,
    isOrdered: editions.some(keys => {
      const own = contentOf(keys)
      const shared = content.filter(word => own.includes(word))
      return inOrder(shared, own) >= shared.length * 0.8
    }),
    isSamePolarity: editions.some(keys => negations(keys) === negations(quoted)),
  }
}

/**
 * Whether a quotation is the passage in the words of a translation that is not stored. Those texts are under license, so
 * that it is told by likeness: no word that turns the meaning is lost, the order is kept, and what differs are small words,
 * words of another stored edition, or many words rather than one that was swapped.
 */
export function isOtherTranslation(
  quotation: string,
  stretches: readonly string[],
  { similarity, translation }: { similarity: number; translation: string | null },
): boolean {
  const { known, strange, isOrdered, isSamePolarity, shared } = compareMeaning(
    similarity < NEAR ? quotation.replace(/\b(?:any|every)thing\b/gi, '') : quotation,
    stretches,
  )
  if (!isSamePolarity) return false
  if (translation) return known >= 0.3
  if (!isOrdered) return false
  const words = wordsOf(quotation).length
  if (similarity < NEAR)
    return similarity >= 0.3 && known >= 0.6 && (shared.length >= 3 || shared.some(one => one.length > 5))
  if (strange === 0) return known > 0
  return strange === 1 ? similarity < 0.75 && known >= 0.75 && words >= 14 : known >= 0.45 && words >= 10
}
/** From here on a single word that is strange was rather swapped. */
const NEAR = 0.6
