import { contentStems, isSoft, phrasesIn, stem, stemsOfGroups, synonymsOf, wordsOf } from './words.ts'

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
const found = { title: 1, body: 0.95, titleAlike: 0.95, bodyAlike: 0.8, typo: 0.9 } as const

interface Prepared {
  title: Set<string>
  body: Set<string>
  titleGroups: Set<number>
  bodyGroups: Set<number>
}
const prepared = new WeakMap<Passage, Prepared>()
function prepare(passage: Passage): Prepared {
  const known = prepared.get(passage)
  if (known) return known
  const { title, text } = passage
  const [titleStems, bodyStems] = [wordsOf(title).map(stem), wordsOf(text).map(stem)]
  const groups = (stems: string[]) => new Set([...stems.flatMap(synonymsOf), ...phrasesIn(stems).map(({ at }) => at)])
  const made = {
    title: new Set(titleStems),
    body: new Set(bodyStems),
    titleGroups: groups(titleStems),
    bodyGroups: groups(bodyStems),
  }
  prepared.set(passage, made)
  return made
}

interface Term {
  stem: string
  groups: readonly number[]
  weight: number
}
/** Days say when someone asks for, seldom what for. */
const days = new Set(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map(stem))
const soon = new Set(['today', 'tomorrow', 'tonight', 'weekend'].map(stem))
/** For whom someone asks, and ages: they count where a source speaks of them, and are not missed elsewhere. */
const relatives = new Set(
  'mom mum mother dad father parents wife husband son daughter brother sister family friend friends grandma grandpa grandmother grandfather grandson granddaughter grandkids boyfriend girlfriend fiance neighbor aunt uncle cousin roommate year years yr'
    .split(' ')
    .map(stem),
)
const isPersonal = (one: string) => relatives.has(one) || /^\d+$/.test(one)
const isAside = (one: string) => isPersonal(one) || isSoft(one)
/** “7 yr old” says for whom. */
const AGE =
  /\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten)?\s*-?\s*(yrs?|years?|months?|mos?|weeks?)[ -]olds?\b/gi
const starting = new Set(['start', 'begin', 'meet', 'gather'].map(stem))
/** “What time is church?” asks for the services. */
function meantBy(question: string): string[] {
  const content = [...new Set(contentStems(question.replace(AGE, ' ')))]
  const isAboutTimes = /\b(what time|when|hours)\b/i.test(question)
  const isPlain = content.every(one => days.has(one) || isAside(one) || starting.has(one))
  return isAboutTimes && isPlain ? [stem('service'), ...content] : content
}

/** In less knowledge than this, how often a word stands there says little of how rare it is. */
const FEW = 50

/** The words of a question that matter, rare ones more; words of one expression count as one. */
export function termsOf(question: string, { passages, of }: Frequencies): Term[] {
  const all = wordsOf(question).map(stem)
  const expressions = phrasesIn(all)
  const content = meantBy(question)
  const weight = (one: string) => {
    const all = Math.max(passages, FEW)
    const rarity = Math.log((all + 1) / (of(one) + 0.5)) / Math.log((all + 1) / 0.5)
    return (
      Math.max(0.15, rarity) * (days.has(one) ? 0.15 : soon.has(one) ? 0.3 : isSoft(one) ? 0.3 : isAside(one) ? 0.5 : 1)
    )
  }
  return content.map(one => {
    const groups = [...synonymsOf(one), ...expressions.filter(({ words }) => words.includes(one)).map(({ at }) => at)]
    return { stem: one, groups, weight: weight(one) }
  })
}

/** Stems for the search of candidates: those of the question, and what else they may be called. */
export const searchStems = (question: string): string[] => {
  const all = wordsOf(question).map(stem)
  const content = meantBy(question)
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
  const parts = prepare(passage)
  const all = termsOf(question, frequencies).map(term => ({ term, matched: share(term, parts) }))
  const counted = all.filter(({ term, matched }) => matched > 0 || !isPersonal(term.stem))
  const terms = counted.map(({ term }) => term)
  const shares = counted.map(({ matched }) => matched)
  const total = terms.reduce((sum, { weight }) => sum + weight, 0)
  const covered = terms.reduce((sum, { weight }, i) => sum + weight * shares[i]!, 0)
  // Words that say little can't carry an answer alone.
  const isCarried = counted.some(({ term, matched }) => matched > 0 && !isAside(term.stem) && !days.has(term.stem))
  const coverage = total > 0 && isCarried ? covered / total : 0
  const said = `${passage.title} ${passage.text}`
  const fit = kindOfAnswer(question, said) * otherDay(question, said)
  const confidence = coverage * (0.8 + 0.2 * focusOf(question, passage)) * fit
  return {
    ...passage,
    confidence: Math.min(1, confidence),
    missing: terms.filter((_, i) => shares[i] === 0).map(term => term.stem),
  }
}

/** How much of the title the question speaks of. */
function focusOf(question: string, { title }: Passage): number {
  const own = [...new Set(contentStems(title))].filter(one => !days.has(one))
  if (own.length === 0) return 0
  const all = [...wordsOf(question).map(stem), ...meantBy(question)]
  const said = new Set(all)
  const groups = new Set([...all.flatMap(synonymsOf), ...phrasesIn(all).map(({ at }) => at)])
  const expressions = phrasesIn(wordsOf(title).map(stem)).filter(({ at }) => groups.has(at))
  const known = own.filter(
    one =>
      said.has(one) ||
      all.some(word => isTypo(word, one)) ||
      synonymsOf(one).some(at => groups.has(at)) ||
      expressions.some(({ words }) => words.includes(one)),
  )
  return known.length / own.length
}

const kinds: { asks: RegExp; answers: RegExp; isCount?: boolean }[] = [
  {
    asks: /\b(what time|how late|how early)\b/i,
    answers: /\b\d{1,2}(:\d\d)?\s?([ap]\.?m|o.clock)|\b\d{1,2}:\d\d|\bnoon\b/i,
  },
  {
    asks: /\b(when|what day|which day|what date|hours)\b/i,
    answers:
      /\b\d{1,2}(:\d\d)?\s?([ap]\.?m|o.clock)|\b\d{1,2}:\d\d|\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(january|february|march|april|may|june|july|august|september|october|november|december|week|month|year|noon|midnight|daily|anytime|any time|minutes|hours?)\b/i,
  },
  {
    asks: /\b(how much|cost|price|fee|charge|expensive)\b/i,
    answers: /[$€£]\s?\d|\b(free|no (cost|charge|fee)|costs?|fees?|donations?|pay|price)\b/i,
  },
  {
    isCount: true,
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
  kinds.some(({ asks, answers, isCount }) => asks.test(question) && !answers.test(isCount ? withoutTimes(text) : text))
    ? 0.7
    : 1
const DAYS = /\b(sun|mon|tues|wednes|thurs|fri|satur)days?\b/gi
const daysIn = (text: string) => new Set((text.match(DAYS) ?? []).map(day => day.toLowerCase().replace(/s$/, '')))
/** What takes place on other days doesn't answer for this one. */
function otherDay(question: string, text: string): number {
  const [asked, said] = [daysIn(question), daysIn(text)]
  return asked.size > 0 && said.size > 0 && ![...asked].some(day => said.has(day)) ? 0.7 : 1
}
/** A time of day, an address or a school grade is no count. */
const withoutTimes = (text: string) => text.replace(/\b\d{1,2}(:\d\d)?\s?([ap]\.?m\b\.?)|\b\d{1,2}:\d\d\b/gi, '')

/** Best first. */
export const rankPassages = (question: string, passages: readonly Passage[], frequencies: Frequencies): Scored[] =>
  passages
    .map(passage => scorePassage(question, passage, frequencies))
    .sort((a, b) => Math.round((b.confidence - a.confidence) * 20) || a.text.length - b.text.length)
