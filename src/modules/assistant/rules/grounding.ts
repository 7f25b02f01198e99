import { sentencesOf } from './passages.ts'
import { contentStems, isSoft, stem, synonymsOf, wordsOf } from './words.ts'

/** So much of the words of a sentence has to stand in its sources. */
export const LEAST = 0.7
/** Sentences that state nothing: courtesies. */
const courtesy =
  /^(hi|hello|hey|thanks?( you)?|you.re welcome|we.d love to (see|meet|have) you|we look forward|hope to see you|let (us|me) know|feel free|of course|absolutely|sure|great question|yes|no|god bless)\b/i

const linksIn = (text: string) => text.match(/\bhttps?:\/\/[^\s<>"')]+/gi) ?? []

/**
 * How far the sources hold an answer, by its weakest sentence: 0 where a number, a name or a link stands in none of them,
 * 1 where every word does. An answer below `LEAST` is not sent.
 */
export function groundedShare(
  answer: string,
  sources: readonly string[],
  allowedLinks: readonly string[] = [],
): number {
  const text = sources.join('\n')
  const known = new Set(wordsOf(text).map(stem))
  const groups = new Set([...known].flatMap(synonymsOf))
  const numbers = new Set(wordsOf(text).filter(word => /\d/.test(word)))
  const links = new Set([...linksIn(text), ...allowedLinks])
  const share = (sentence: string): number => {
    if (linksIn(sentence).some(link => !links.has(link.replace(/[.,;!?]+$/, '')))) return 0
    const words = wordsOf(sentence)
    if (words.some(word => /\d/.test(word) && !numbers.has(word) && !linksIn(sentence).length)) return 0
    if (namesIn(sentence).some(name => !known.has(stem(name)))) return 0
    const content = contentStems(sentence.replace(courtesy, '')).filter(one => !isSoft(one) || known.has(one))
    if (content.length === 0) return 1
    const supported = content.filter(one => known.has(one) || synonymsOf(one).some(at => groups.has(at)))
    return supported.length / content.length
  }
  return Math.min(1, ...sentencesOf(answer).map(share))
}

/** Words with a capital inside a sentence. */
const namesIn = (sentence: string): string[] =>
  [...sentence.matchAll(/(?<=[\p{Ll},;] )\p{Lu}[\p{Ll}’']+/gu)].flatMap(match => wordsOf(match[0]))
