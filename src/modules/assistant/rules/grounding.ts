import { sentencesOf } from './passages.ts'
import { contentStems, stem, synonymsOf, wordsOf } from './words.ts'

/** So much of the words of a sentence has to stand in its sources. */
const LEAST = 0.7
/** Sentences that state nothing: courtesies. */
const courtesy =
  /^(hi|hello|hey|thanks?( you)?|you.re welcome|we.d love to (see|meet|have) you|we look forward|hope to see you|let (us|me) know|feel free|of course|absolutely|sure|great question|yes|no|god bless)\b/i

const linksIn = (text: string) => text.match(/\bhttps?:\/\/[^\s<>"')]+/gi) ?? []

/**
 * Sentences of an answer that say more than its sources: words, numbers, names or links that stand in none of them.
 * An answer with any such sentence is not sent.
 */
export function ungrounded(answer: string, sources: readonly string[], allowedLinks: readonly string[] = []): string[] {
  const text = sources.join('\n')
  const known = new Set(wordsOf(text).map(stem))
  const groups = new Set([...known].flatMap(synonymsOf))
  const numbers = new Set(wordsOf(text).filter(word => /\d/.test(word)))
  const links = new Set([...linksIn(text), ...allowedLinks])
  return sentencesOf(answer).filter(sentence => {
    if (linksIn(sentence).some(link => !links.has(link.replace(/[.,;!?]+$/, '')))) return true
    const words = wordsOf(sentence)
    if (words.some(word => /\d/.test(word) && !numbers.has(word) && !linksIn(sentence).length)) return true
    if (namesIn(sentence).some(name => !known.has(stem(name)))) return true
    const content = contentStems(sentence)
    if (content.length === 0 || courtesy.test(sentence)) return false
    const held = content.filter(one => known.has(one) || synonymsOf(one).some(at => groups.has(at)))
    return held.length / content.length < LEAST
  })
}

/** Words with a capital inside a sentence. */
const namesIn = (sentence: string): string[] =>
  [...sentence.matchAll(/(?<=[\p{Ll},;] )\p{Lu}[\p{Ll}’']+/gu)].flatMap(match => wordsOf(match[0]))
