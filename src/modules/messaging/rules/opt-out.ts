import { english } from './opt-out-english.ts'
import { french } from './opt-out-french.ts'
import { german } from './opt-out-german.ts'
import type { Language, Mode } from './opt-out-language.ts'
import { portuguese } from './opt-out-portuguese.ts'
import { spanish } from './opt-out-spanish.ts'
import { oneOf, words } from './opt-out-words.ts'

/** stop: texts are not wanted. doubt: taken for that, and flagged. flag: about something else perhaps. */
export type OptOut = 'stop' | 'doubt' | 'flag'

/** What "stop them" is about in a reply: texts, or emails as well. */
export type About = 'texts' | 'emails'

const languages: Language[] = [english, spanish, french, portuguese, german]
const every = (key: 'stop' | 'weak' | 'lead' | 'subject' | 'never' | 'stays' | 'wanted' | 'later') =>
  `(?:${languages
    .map(language => language[key])
    .filter(Boolean)
    .join('|')})`

/** Whole words from a place on; the longest of a language's alternatives first would need sorting, so places are tried in turn. */
const at = (source: string) => new RegExp(`(?:${source})(?= |$)`, 'uy')

/** Haitian Creole, Korean and Chinese, by their one word. */
const elsewhere = 'sispann|수신거부|退订'
const stop = at(`${every('stop')}|${elsewhere}`)
const weak = at(every('weak'))
const lead = at(every('lead'))
const subject = at(every('subject'))
const never = at(every('never'))
const filler = at(oneOf(words.fillers))
const determiner = at(oneOf(words.determiners))
const pronoun = new RegExp(`(?:^| )${oneOf(words.pronouns)}$`, 'u')
const joiner = at(oneOf(words.joiners))
const preposition = at(oneOf(words.prepositions))
const noun = at(`\\p{L}+ ${oneOf(words.nouns)}`)
const limit = at(oneOf(words.limits))
const texts = at(oneOf(words.texts))
const emails = at(oneOf(words.emails))
const heads = languages.flatMap(({ heads }) => heads.map(([mode, source]) => ({ mode, pattern: at(source) })))
const flags = languages.flatMap(({ flags }) => flags.map(source => new RegExp(source, 'u')))
const wanted = new RegExp(every('wanted'), 'u')
const laterAt = new RegExp(`^${every('later')}`, 'u')
const later = new RegExp(every('later'), 'u')
const signed =
  /^(stop(all)?|unsub(scribe)?|optout) (?!(the|an?|my|your|his|her|our|that|this|it)\b)(?!\p{L}+ing\b)\p{L}+( \p{L}+)?$/u
const lastWord = /(?:^|(.*) )(?:stop|stopall|unsubscribe|unsub|optout|stopp)$/u
const stays = new RegExp(`(?:^| )${every('stays')}$`, 'u')
/** Of someone else, or not at all: "she won’t stop texting me". */
const denied =
  /(?:^| )(?:don'?t|do not|never|not|wo ?n'?t|can'?t|cannot|to|will|would|did|didn'?t|doesn'?t|finally|just|he|she|they|it|should|must|could|no|nunca|que|il|elle|de|nao|er|sie|nicht|and|or)$/u
/** Said of food and chairs as well. */
const enough = /^(?:no more|enough|no mas|ya no|basta|chega|raus|nicht mehr|keine mehr|es reicht)$/u
const asks =
  /^(why (?:did|have|has|are|is)|how come|por que (?:pararon|dejaron|pararam)|pourquoi (?:est-ce que )?les|warum (?:haben|kommen)|where|when|is|does|do|did|can|will|what|which|how|who|pray|praying|hope|hoping|donde|cuando|ou|quand|onde|wo|wann)\b/u

/** Moves past whole words; undefined where none stand there. */
function past(pattern: RegExp, clause: string, from: number): number | undefined {
  if (from >= clause.length) return
  pattern.lastIndex = from
  const found = pattern.exec(clause)
  return found && found[0] !== '' ? Math.min(pattern.lastIndex + 1, clause.length) : undefined
}

/** What follows: whether texts are named, and then nothing more, a limit such as "before 9", or something else. */
interface Tail {
  named: boolean
  rest: 'end' | 'limit' | 'later' | 'other'
}

/** Of the church they are our texts; of anything else, something else. */
const another =
  /^(?:del?|of|for|du|des|d[ao]|vom|fur|n[ao](?! (?:quier|mas|dese|m[ei] |nos |les? |more|gracias|thank))) (?!(?:(?:the|la|l'|your|this|my) ?)?(?:church|iglesia|eglise|igreja|gemeinde|phone|number))/u

function tailOf(clause: string, from: number, about: About): Tail {
  let place = from
  let named = false
  while (place < clause.length) {
    const object = objectAt(clause, place, about)
    if (object) named = true
    const next = object ?? past(filler, clause, place)
    if (next === undefined) break
    place = next
  }
  const rest = clause.slice(place)
  // "the list for nursery" is another list.
  if (named && another.test(rest)) return { named: false, rest: 'other' }
  if (rest === '' || past(joiner, clause, place)) return { named, rest: 'end' }
  return { named, rest: laterAt.test(rest) ? 'later' : past(limit, clause, place) ? 'limit' : 'other' }
}

const ends = (clause: string, place: number) =>
  place >= clause.length || [filler, joiner, limit, preposition].some(each => past(each, clause, place))

function objectAt(clause: string, from: number, about: About): number | undefined {
  let place = from
  for (;;) {
    const object = past(texts, clause, place) ?? (about === 'emails' ? past(emails, clause, place) : undefined)
    // "this" alone is what was sent; before another noun it only points to it.
    if (object && (ends(clause, object) || !pronoun.test(clause.slice(from, object).trim()))) return object
    const next = past(determiner, clause, place)
    if (next === undefined) break
    place = next
  }
  if (place > from && pronoun.test(clause.slice(from, place).trim()) && ends(clause, place)) return place
  return past(noun, clause, place)
}

const byMode: Record<Mode, (tail: Tail) => OptOut | null> = {
  plain: ({ named, rest }) => (rest === 'end' || (named && rest === 'other') ? 'stop' : 'doubt'),
  open: ({ named, rest }) =>
    rest === 'end' ? 'stop' : rest === 'later' ? 'doubt' : named ? (rest === 'limit' ? 'doubt' : 'stop') : 'flag',
  wish: tail => {
    const read = byMode.open(tail)
    return read === 'flag' ? null : read
  },
  texts: ({ named, rest }) => (named ? (rest === 'limit' || rest === 'later' ? 'doubt' : 'stop') : null),
  doubt: () => 'doubt',
  'doubt-texts': ({ named }) => (named ? 'doubt' : null),
}
const strength = (found: OptOut | null) => (found ? ['flag', 'doubt', 'stop'].indexOf(found) : -1)
const stronger = (a: OptOut | null, b: OptOut | null) => (strength(b) > strength(a) ? b : a)

function headAt(clause: string, from: number, about: About, modes?: Mode[]): OptOut | null {
  return heads.reduce<OptOut | null>((read, { mode, pattern }) => {
    const end = modes && !modes.includes(mode) ? undefined : past(pattern, clause, from)
    return end === undefined ? read : stronger(read, byMode[mode](tailOf(clause, end, about)))
  }, null)
}

function startingAt(clause: string, from: number, about: About, bare: boolean): OptOut | null {
  if (past(never, clause, from)) return null
  const read = headAt(clause, from, about)
  const end = read || !bare ? undefined : past(stop, clause, from)
  if (end === undefined) return read
  const again = end < clause.length ? startingAt(clause, end, about, true) : null
  if (again) return again
  const tail = tailOf(clause, end, about)
  if (tail.rest === 'end' || tail.named) return tail.rest === 'limit' ? 'doubt' : 'stop'
  if (enough.test(clause.slice(from, end).trim())) return null
  return signed.test(clause.slice(from)) || later.test(clause) ? 'doubt' : 'flag'
}

/** Where a request may begin after words that have nothing to do with it: "he has died please remove". */
const asking = / (?:please|pls|plz|so|but|lol|just|kindly|por favor|svp|bitte|pfv)(?= )/gu

/** One clause, from its beginning and after each phrase that only leads to what is asked for. */
function readClause(clause: string, about: About): OptOut | null {
  let read: OptOut | null = null
  const starts = [0, ...[...clause.matchAll(asking)].map(found => found.index + found[0].length + 1)]
  for (const start of starts) {
    let place: number | undefined = start
    let bare = true
    while (place !== undefined && place < clause.length) {
      read = stronger(read, startingAt(clause, place, about, bare))
      const led: number | undefined = past(lead, clause, place) ?? past(filler, clause, place)
      bare = led !== undefined
      place = led ?? past(subject, clause, place)
    }
  }
  for (const { index } of clause.matchAll(/ /g))
    if (!denied.test(clause.slice(0, index)) && headAt(clause, index + 1, about, ['plain']))
      read = stronger(read, 'doubt')
  const before = lastWord.exec(clause)
  if (before && !asks.test(clause) && !stays.test(before[1] ?? '')) read = stronger(read, 'doubt')
  return read ?? (flags.some(pattern => pattern.test(clause)) ? 'flag' : null)
}

/** A word such as "end" or "cancel" with nothing around it but courtesies. */
function isWeakStop(clauses: string[]): boolean {
  const whole = clauses.join(' ')
  let place: number | undefined = 0
  let found = false
  while (place !== undefined && place < whole.length) {
    const next: number | undefined = past(weak, whole, place)
    if (next) found = true
    place = next ?? past(filler, whole, place)
  }
  return found && place !== undefined
}

/** A song and other sayings, and thanks to someone who is too kind. */
const kindly = '(?:kind|sweet|nice|funny|good|generous|cute|adorable|precious|lovely|thoughtful|amazing|awesome|much)'
const playful = new RegExp(
  `\\bstop in the name of love\\b|\\bstop collaborate and listen\\b|\\bstop (?:(?:it|that) )?(?:you(?:'?re| are|r)? (?:(?:all |guys |just )*(?:(?:too|so|very|such|way too) )+${kindly}|(?:all |guys |just )*(?:the (?:best|sweetest|kindest)|making me (?:blush|cry|laugh|smile|hungry))|(?:made|make) my))\\b`,
  'u',
)
/** A word that stops and laughs: its writer may mean something else. */
const laughing = /(?:^| )(?:lol|lmao|rofl|haha\p{L}*|hehe\p{L}*|jaja\p{L}*|jeje\p{L}*|kkk+|rsrs\p{L}*|jk)(?: |$)/u

const bare = /^(?:stop|stop it|stop that|stop this|quit|quit it|enough|basta|alto|para)$/u

/** Beside words that have nothing to do with it, and with a laugh: "Stop! Hammer time lol". */
const isInJest = (clauses: string[], about: About): boolean =>
  laughing.test(clauses.join(' ')) &&
  clauses.every(clause => bare.test(clause) || readClause(clause, about) === null) &&
  clauses.some(clause => !bare.test(clause) && clause.split(' ').filter(word => !laughing.test(word)).length > 2)

/** @param clauses of one message: lower case, without accents and signs */
export function readOptOut(clauses: string[], about: About): OptOut | null {
  const whole = clauses.join(' ')
  const rest = whole.replace(playful, ' ').replace(/\s+/g, ' ').trim()
  if (rest !== whole) return rest === '' ? null : readOptOut([rest], about)
  if (isInJest(clauses, about)) return 'flag'
  if (isWeakStop(clauses)) return 'stop'
  const read = clauses.reduce<OptOut | null>((read, clause) => stronger(read, readClause(clause, about)), null)
  if (read === 'stop') return later.test(whole) ? 'doubt' : 'stop'
  // A request about something else that says beside it that texts are welcome.
  if (read === 'doubt' && wanted.test(whole)) return 'flag'
  return read ?? (flags.some(pattern => pattern.test(whole)) ? 'flag' : null)
}
