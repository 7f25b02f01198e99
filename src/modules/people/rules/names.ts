import parts from '../data/name-parts.json' with { type: 'json' }
import nicknames from '../data/nicknames.json' with { type: 'json' }

export interface SplitName {
  prefix: string | null
  first: string | null
  middle: string | null
  last: string | null
  nick: string | null
  suffix: string | null
  /** The text names two people ("Bob & Ann Smith"): `first` keeps both, and someone has to look. */
  couple: boolean
}

export type Likeness = 'same' | 'nickname' | 'unclear' | 'different'

const none: SplitName = { prefix: null, first: null, middle: null, last: null, nick: null, suffix: null, couple: false }
const wordOf = (token: string) => foldName(token.replace(/[.,]/g, ''))
const folded = (words: string[]) => new Set(words.map(wordOf))
const prefixes = folded(parts.prefixes)
const prefixesThatAreNamesToo = folded(parts.prefixesThatAreNamesToo)
const suffixes = folded(parts.suffixes)
const generations = folded(parts.generations)
const particles = folded(parts.particles)
const devotional = new Set(parts.devotional)
const compounds = new Set(parts.compounds)
const unisex = folded(parts.unisex)

/** Lower case without accents; "ß" is "ss". */
export function foldName(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/ł/g, 'l')
    .replace(/đ/g, 'd')
}

/** Splits "Dr. Maria del Carmen Lopez Jr." and "Lopez, Maria". Case and accents are kept. */
export function splitName(full: string): SplitName {
  const text = full.replace(/\s+/g, ' ').trim()
  if (!text || text.includes('@')) return none
  const nick = /[("“”]([^()"“”]+)[)"“”]/.exec(text)?.[1]?.trim() ?? null
  const plain = text.replace(/[("“”][^()"“”]*[)"“”]/g, ' ')
  const { before, after, suffix } = atComma(plain)
  return { ...(after ? reversed(before, after) : inOrder(before)), nick, ...(suffix && { suffix }) }
}

/** A comma turns the name around, unless only letters after a name follow it. */
function atComma(text: string) {
  const [head = '', ...tail] = text.split(',').map(part => part.trim())
  const isSuffix = (part: string) => part !== '' && part.split(' ').every(token => suffixes.has(wordOf(token)))
  const names = tail.filter(part => part && !isSuffix(part))
  return { before: head, after: names.join(' '), suffix: tail.filter(isSuffix).join(', ') || null }
}

function reversed(last: string, rest: string): SplitName {
  const { tokens, suffix } = withoutSuffix(last.split(' ').filter(Boolean))
  const given = withoutSuffix(rest.split(' ').filter(Boolean))
  const { prefix, names } = withoutPrefix(given.tokens)
  if (joiner(names) >= 0)
    return { ...none, prefix, first: names.join(' '), last: tokens.join(' '), suffix, couple: true }
  const count = givenCount(names, names.length)
  return {
    ...none,
    prefix,
    ...firstAndMiddle(names, count),
    last: tokens.join(' ') || null,
    suffix: suffix ?? given.suffix,
  }
}

function inOrder(text: string): SplitName {
  const { tokens, suffix } = withoutSuffix(text.split(' ').filter(Boolean))
  const { prefix, names } = withoutPrefix(tokens)
  const at = joiner(names)
  if (at >= 0) return { ...couple(names, at), prefix, suffix }
  if (names.length < 2) {
    // "Mrs. Lopez" gives a family name; "Pastor Jim" or "Maria" a first one.
    const formal = prefix !== null && /^(mr|mrs|ms|sr|sra|srta|herr|frau)\.?$/i.test(prefix)
    return formal
      ? { ...none, prefix, last: names[0] ?? null, suffix }
      : { ...none, prefix, first: names[0] ?? null, suffix }
  }
  const count = givenCount(names, names.length - 1)
  const lastAt = lastNameAt(names, count)
  return {
    ...none,
    prefix,
    ...firstAndMiddle(names.slice(0, lastAt), count),
    last: names.slice(lastAt).join(' '),
    suffix,
  }
}

function withoutSuffix(tokens: string[]) {
  let end = tokens.length
  while (end > 1 && suffixes.has(wordOf(tokens[end - 1]!))) end--
  return { tokens: tokens.slice(0, end), suffix: tokens.slice(end).join(' ') || null }
}

function withoutPrefix(tokens: string[]) {
  let at = 0
  while (at < tokens.length - 1 && prefixes.has(wordOf(tokens[at]!))) at = skipJoined(tokens, at + 1)
  if (at < tokens.length - 2 && prefixesThatAreNamesToo.has(wordOf(tokens[at]!))) at++
  return { prefix: tokens.slice(0, at).join(' ') || null, names: tokens.slice(at) }
}

/** "Mr. and Mrs." is one prefix. */
function skipJoined(tokens: string[], at: number): number {
  return isJoiner(tokens[at]) && at < tokens.length - 2 && prefixes.has(wordOf(tokens[at + 1]!)) ? at + 1 : at
}

const isJoiner = (token: string | undefined) => token !== undefined && /^(&|\+|\/|and|und|y|e)$/i.test(token)

/** Where two people are joined. "José Ortega y Gasset" is one man with two family names. */
function joiner(names: string[]): number {
  const at = names.findIndex((token, i) => i > 0 && i < names.length - 1 && isJoiner(token))
  if (at < 0) return -1
  const spanish = /^[ye]$/i.test(names[at]!)
  return spanish && at > 1 && names.length - at < 3 ? -1 : at
}

function couple(names: string[], at: number): SplitName {
  const left = names.slice(0, at)
  const right = names.slice(at + 1)
  const last = right.length > 1 ? right.at(-1)! : left.length > 1 ? left.at(-1)! : null
  const first =
    last === null
      ? names
      : [
          ...(left.at(-1) === last ? left.slice(0, -1) : left),
          names[at]!,
          ...(right.length > 1 ? right.slice(0, -1) : right),
        ]
  return { ...none, first: first.join(' '), last, couple: true }
}

/** How many tokens the first name takes: "Maria del Carmen" three, "Juan Carlos" two. */
function givenCount(names: string[], limit: number): number {
  for (const length of [3, 2]) {
    if (length < limit && devotional.has(foldName(names.slice(1, 1 + length).join(' ')))) return 1 + length
  }
  return limit > 1 && compounds.has(foldName(names.slice(0, 2).join(' '))) ? 2 : Math.min(1, names.length)
}

/** The family name begins at its first particle ("van der Berg", "Ortega y Gasset"), else it is the last word. */
function lastNameAt(names: string[], given: number): number {
  const and = names.findIndex((token, i) => i > given && i < names.length - 1 && /^[ye]$/i.test(token))
  if (and >= 0) return and - 1
  const particle = names.findIndex((token, i) => i >= given && i < names.length - 1 && particles.has(wordOf(token)))
  return particle >= 0 ? particle : names.length - 1
}

const firstAndMiddle = (names: string[], given: number) => ({
  first: names.slice(0, given).join(' ') || null,
  middle: names.slice(given).join(' ') || null,
})

/** What a list shows: the name someone goes by and the last name; null where there is neither. */
export function displayName(name: {
  first?: string | null
  last?: string | null
  nick?: string | null
}): string | null {
  return [name.nick || name.first, name.last].filter(Boolean).join(' ') || null
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** One or two capital letters for an avatar; "?" where there is no name. */
export function initials(first: string | null, last: string | null): string {
  const letter = (text: string | null) =>
    [...graphemes.segment(text?.trim() ?? '')][0]?.segment.toLocaleUpperCase() ?? ''
  return letter(first) + letter(last) || '?'
}

const groupsOf = new Map<string, Set<number>>()
for (const [index, group] of nicknames.entries()) {
  for (const name of group.flatMap(spellings)) groupsOf.set(name, (groupsOf.get(name) ?? new Set()).add(index))
}

/** Without accents and with German umlauts written out: Jörg is Jorg and Joerg. */
function spellings(name: string): string[] {
  const letters = (text: string) => foldName(text).replace(/[^\p{L}\p{N}]/gu, '')
  const written = name.normalize('NFC').replace(/[äöüÄÖÜ]/g, letter => `${letter.normalize('NFD')[0]}e`)
  return [...new Set([letters(name), letters(written)])].filter(Boolean)
}

const overlap = (a: string[], b: string[]) => a.some(item => b.includes(item))
const withoutInitials = (name: string) => name.replace(/(?<=\s)\p{L}\.?(?=\s|$)/gu, '').trim()

/**
 * Whether two first names are one: letter for letter, by a nickname (Bob, Robert), or unclear, where an initial, a typing
 * slip or a nickname that both husband and wife may have (Chris) leaves doubt.
 */
export function firstNameLikeness(a: string, b: string): Likeness {
  const [as, bs] = [spellings(withoutInitials(a)), spellings(withoutInitials(b))]
  const [one = '', other = ''] = [as[0], bs[0]]
  if (!one || !other) return 'different'
  if ([...one].length === 1 || [...other].length === 1) return one[0] === other[0] ? 'unclear' : 'different'
  if (overlap(as, bs)) return 'same'
  const groups = (names: string[]) => names.flatMap(name => [...(groupsOf.get(name) ?? [])].map(String))
  if (overlap(groups(as), groups(bs))) return unisex.has(one) || unisex.has(other) ? 'unclear' : 'nickname'
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return (short.length > 2 && long.startsWith(short)) || isSlip(short, long) ? 'unclear' : 'different'
}

/** Case, accents and nicknames don't matter; an initial is not enough. */
export function sameFirstName(a: string, b: string): boolean {
  const likeness = firstNameLikeness(a, b)
  return likeness === 'same' || likeness === 'nickname' || (likeness === 'unclear' && unisexPair(a, b))
}

function unisexPair(a: string, b: string): boolean {
  const groups = (name: string) =>
    spellings(withoutInitials(name)).flatMap(word => [...(groupsOf.get(word) ?? [])].map(String))
  return overlap(groups(a), groups(b))
}

/** One letter changed, missing, doubled or swapped, in names long enough for that to mean something. */
function isSlip(short: string, long: string): boolean {
  if (short.length < 4 || long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1)
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2))
  )
}

/** 'unclear' where one has a Jr. or III that the other lacks: father and son share more than a name. */
export function lastNameLikeness(a: string, b: string): Likeness {
  const [one, other] = [generation(a), generation(b)]
  if (!overlap(spellings(one.name), spellings(other.name)))
    return partOfDouble(one.name, other.name) ? 'unclear' : 'different'
  if (one.generation === other.generation) return 'same'
  return one.generation && other.generation ? 'different' : 'unclear'
}

function generation(last: string) {
  const tokens = last.trim().split(/[\s,]+/)
  const end = tokens.length > 1 && generations.has(wordOf(tokens.at(-1)!)) ? tokens.length - 1 : tokens.length
  const mark = tokens.slice(end).map(wordOf).join('')
  return { name: tokens.slice(0, end).join(' '), generation: mark.replace('junior', 'jr').replace('senior', 'sr') }
}

/** "Lopez" and "Lopez Garcia" or "Smith-Jones" may be one family name. */
function partOfDouble(a: string, b: string): boolean {
  const words = (name: string) =>
    foldName(name)
      .split(/[\s-]+/)
      .filter(word => word.length > 2)
  return overlap(words(a), words(b))
}
