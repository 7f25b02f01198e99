import { contentStems, phrasesIn, stem, stemsOfGroups, synonymsOf, wordsOf } from './words.ts'

/** A piece of a source, as it is stored. */
export interface Passage {
  id: string
  sourceId: string
  /** The question of an FAQ, or the heading. */
  title: string
  text: string
}
export interface Scored extends Passage {
  /** 0 to 1: how much of the question the passage speaks of, and how much of its title the question asks. */
  confidence: number
  /** Stems of the question that it says nothing of. */
  missing: string[]
}
/** How many passages there are, and in how many of them a stem stands. */
export interface Frequencies {
  passages: number
  of: (stem: string) => number
}

/** Where a word of the question was found, and how much that counts. */
const found = { title: 1, body: 0.95, titleAlike: 0.95, bodyAlike: 0.8, typo: 0.8 } as const

interface Prepared {
  title: Set<string>
  body: Set<string>
  titleGroups: Set<number>
  bodyGroups: Set<number>
}
function prepare({ title, text }: Passage): Prepared {
  const [titleStems, bodyStems] = [wordsOf(title).map(stem), wordsOf(text).map(stem)]
  const groups = (stems: string[]) => new Set([...stems.flatMap(synonymsOf), ...phrasesIn(stems).map(({ at }) => at)])
  return {
    ...{ title: new Set(titleStems), body: new Set(bodyStems) },
    ...{ titleGroups: groups(titleStems), bodyGroups: groups(bodyStems) },
  }
}

interface Term {
  stem: string
  groups: readonly number[]
  weight: number
}
/** The words of a question that matter, rare ones more; words of one expression count as one. */
export function termsOf(question: string, { passages, of }: Frequencies): Term[] {
  const all = wordsOf(question).map(stem)
  const expressions = phrasesIn(all)
  const content = [...new Set(contentStems(question))]
  const weight = (one: string) => {
    const rarity = Math.log((passages + 1) / (of(one) + 0.5)) / Math.log((passages + 1) / 0.5)
    return Math.max(0.15, rarity)
  }
  return content.map(one => {
    const groups = [...synonymsOf(one), ...expressions.filter(({ words }) => words.includes(one)).map(({ at }) => at)]
    return { stem: one, groups, weight: weight(one) }
  })
}

/** Stems for the search of candidates: those of the question, and what else they may be called. */
export const searchStems = (question: string): string[] => {
  const all = wordsOf(question).map(stem)
  const content = contentStems(question)
  const groups = [...content.flatMap(synonymsOf), ...phrasesIn(all).map(({ at }) => at)]
  return [...new Set([...content, ...stemsOfGroups(groups)])]
}

const share = (term: Term, passage: Prepared): number => {
  if (passage.title.has(term.stem)) return found.title
  if (term.groups.some(at => passage.titleGroups.has(at))) return found.titleAlike
  if (passage.body.has(term.stem)) return found.body
  if (term.groups.some(at => passage.bodyGroups.has(at))) return found.bodyAlike
  return [...passage.title, ...passage.body].some(word => isTypo(term.stem, word)) ? found.typo : 0
}

/** One letter too much, too little or another, in longer words. */
export function isTypo(a: string, b: string): boolean {
  if (a.length < 5 || Math.abs(a.length - b.length) > 1 || a[0] !== b[0] || /\d/.test(a)) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  if (restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)) return true
  return restA.length > 1 && restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}

export function scorePassage(question: string, passage: Passage, frequencies: Frequencies): Scored {
  const terms = termsOf(question, frequencies)
  const prepared = prepare(passage)
  const total = terms.reduce((sum, { weight }) => sum + weight, 0)
  const shares = terms.map(term => share(term, prepared))
  const covered = terms.reduce((sum, { weight }, i) => sum + weight * shares[i]!, 0)
  const coverage = total > 0 ? covered / total : 0
  const fit = kindOfAnswer(question, `${passage.title} ${passage.text}`)
  const confidence = coverage * (0.8 + 0.2 * focusOf(question, passage, prepared)) * fit
  return {
    ...passage,
    confidence: Math.min(1, confidence),
    missing: terms.filter((_, i) => shares[i] === 0).map(term => term.stem),
  }
}

/** How much of the title the question speaks of. */
function focusOf(question: string, { title }: Passage, prepared: Prepared): number {
  const own = [...new Set(contentStems(title))]
  if (own.length === 0) return 0
  const all = wordsOf(question).map(stem)
  const said = new Set(all)
  const groups = new Set([...all.flatMap(synonymsOf), ...phrasesIn(all).map(({ at }) => at)])
  const known = own.filter(one => said.has(one) || synonymsOf(one).some(at => groups.has(at)))
  return prepared.title.size > 0 ? known.length / own.length : 0
}

const kinds: { asks: RegExp; answers: RegExp }[] = [
  {
    asks: /\b(when|what time|what day|which day|what date|how late|how early|hours)\b/i,
    answers:
      /\b\d{1,2}(:\d\d)?\s?([ap]\.?m|o.clock)|\b\d{1,2}:\d\d|\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(january|february|march|april|may|june|july|august|september|october|november|december|week|month|year|noon|midnight|daily|anytime|any time|minutes|hours?)\b/i,
  },
  {
    asks: /\b(how much|cost|price|fee|charge|expensive)\b/i,
    answers: /[$€£]\s?\d|\b(free|no (cost|charge|fee)|costs?|fees?|donations?|pay|price)\b/i,
  },
  {
    asks: /\bhow (many|big|large|old|often|long)\b/i,
    answers:
      /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|hundred|dozen|every|each|weekly|monthly|once|twice|hour|about)\b/i,
  },
  {
    asks: /\bwho\b/i,
    answers: /[a-z,:] (?!I\b)[A-Z][a-z]+|\b(everyone|anyone|all|staff|team|volunteers|pastors?|members)\b/,
  },
  { asks: /\b(phone number|call you|telephone)\b/i, answers: /\d{3}[ .-]?\d{3,4}/ },
  { asks: /\b(email address|e-mail address)\b/i, answers: /\S+@\S+/ },
]
/** A question for a time isn't answered by a text without one. */
const kindOfAnswer = (question: string, text: string): number =>
  kinds.some(({ asks, answers }) => asks.test(question) && !answers.test(text)) ? 0.7 : 1

/** Best first. */
export const rank = (question: string, passages: readonly Passage[], frequencies: Frequencies): Scored[] =>
  passages
    .map(passage => scorePassage(question, passage, frequencies))
    .sort((a, b) => b.confidence - a.confidence || a.text.length - b.text.length)
