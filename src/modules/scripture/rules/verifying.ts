import { aloneClaim, type Claim } from './claims.ts'
import type { EditionId } from './editions.ts'
import { DEFAULT_EDITION } from './editions.ts'
import { occurrencesOf } from './occurrences.ts'
import { isTurnedByCut, isTurnedByGap, isTurning } from './omissions.ts'
import type { Reference } from './parsing.ts'
import { isOtherTranslation } from './translations.ts'
import type { VerseRange } from './verses.ts'
import { bestMatch, type DiffPart, differences, wordsOf } from './words.ts'

export const verdicts = ['verified', 'shortened', 'part', 'reworded', 'other_translation', 'not_found'] as const
export type Verdict = (typeof verdicts)[number]
export const verdictNames: Record<Verdict, string> = {
  verified: 'Verified',
  shortened: 'Verified, shortened',
  part: 'Verified, part of a verse',
  reworded: 'Reworded',
  other_translation: 'Another translation, not stored here',
  not_found: 'Not found',
}
/** Whether every word that is quoted is stored. */
export const isVerified = (verdict: Verdict): boolean =>
  verdict === 'verified' || verdict === 'shortened' || verdict === 'part'

export interface Source {
  edition: EditionId
  text: string
  /** The verses that the text is joined of; absent for a single one. */
  verses?: readonly string[]
}
export interface Verified {
  verdict: Verdict
  edition: EditionId | null
  /** 0 to 1, against the nearest edition. */
  similarity: number
  /** The stored words that belong in place of the quotation; null where it is right or nothing is like it. */
  replacement: string | null
  difference: DiffPart[]
  /** Words in brackets, which are the writer's own. */
  additions: string[]
}

/** From here on a quotation is a passage in other words. */
const LIKE = 0.6
const nothing: Verified = {
  verdict: 'not_found',
  edition: null,
  similarity: 0,
  replacement: null,
  difference: [],
  additions: [],
}
/** Words of a long verse. */
const VERSE = 90
const BRACKETS = /\[([^\]]*)\]/g
const GAP = /…|\.\s?\.\s?\.|\[[^\]]*\]/

/**
 * Compares a quotation with the passage in every edition. Only the same words are verified: a threshold of likeness would
 * let a verse through that lost its "not". Parts between ellipses and brackets come from the passage in order, and what is
 * left out between them must not turn its meaning.
 * @param sources the passage in each edition, the church's own first
 * @param translation the one that the words are said to be from, where it is not stored
 */
export function verify(quotation: string, sources: readonly Source[], translation: string | null = null): Verified {
  const parts = quotation
    .split(GAP)
    .map(part => wordsOf(part).map(({ key }) => key))
    .filter(part => part.length > 0)
  if (parts.length === 0 || sources.length === 0) return nothing
  const additions = [...quotation.matchAll(BRACKETS)]
    .map(([, words]) => words!.trim())
    .filter(one => /\p{L}/u.test(one))
  const exact = sources.flatMap(source => exactly(quotation, parts, source) ?? [])
  // A cut that turns the meaning in one edition turns it in all.
  const order = ['part', 'verified', 'shortened', 'reworded'] as const
  const best = order.flatMap(verdict => exact.find(one => one.verdict === verdict) ?? [])[0]
  if (!best) return { ...likely(quotation, parts, sources, translation), additions }
  const isTurned = additions.some(words => wordsOf(words).some(({ key }) => isTurning(key)))
  const found = isTurned ? { ...best, verdict: 'reworded' as const } : best
  if (found.verdict === 'verified' && additions.length === 0) return { ...found, replacement: null }
  return { ...found, additions, difference: differences(quotation, found.replacement ?? '') }
}

/** The verdict on words that are all in the source; undefined where one is not. */
function exactly(quotation: string, parts: readonly string[][], source: Source): Verified | undefined {
  const words = wordsOf(source.text)
  const places = occurrencesOf(
    parts,
    words.map(({ key }) => key),
  )
  if (!places) return undefined
  const [from, to] = [places[0]!.from, places.at(-1)!.to]
  const gaps = places
    .slice(1)
    .map((place, i) => [places[i]!.to, place.from] as const)
    .filter(([a, b]) => b > a)
  const found = { ...nothing, edition: source.edition, similarity: 1 }
  const stretch = stretchOf(source.text, from, to)
  if (gaps.some(([a, b]) => isTurnedByGap(source.text, words, a, b)))
    return { ...found, verdict: 'reworded', replacement: stretch }
  if (isTurnedByCut(quotation, source.text, from, to))
    return { ...found, verdict: 'part', replacement: versesAround(source, from, to) }
  return { ...found, verdict: gaps.length > 0 ? 'shortened' : 'verified', replacement: stretch }
}

/** The whole verses that words are from. */
function versesAround({ text, verses = [text] }: Source, from: number, to: number): string {
  let at = 0
  const own = verses.filter(verse => {
    const begin = at
    at += wordsOf(verse).length
    return begin < to && at > from
  })
  return own.join(' ')
}

/** The verdict on words that differ: reworded, in another translation, or not of this passage. */
function likely(
  quotation: string,
  parts: readonly string[][],
  sources: readonly Source[],
  translation: string | null,
): Verified {
  const scored = sources.map(source => ({ source, ...score(parts, source.text) }))
  const [best] = scored.toSorted((a, b) => b.similarity - a.similarity)
  if (!best) return nothing
  const own = quotation.replace(BRACKETS, ' ')
  // Of words that are less like it, no stretch can be told apart: the verse as a whole is compared.
  const isWhole = (text: string) => best.similarity < LIKE && wordsOf(text).length <= VERSE
  const stretches = scored.map(({ source: { text }, from, to }) => (isWhole(text) ? text : stretchOf(text, from, to)))
  const isOther = isOtherTranslation(own, stretches, { similarity: best.similarity, translation })
  if (!isOther && best.similarity < LIKE) return { ...nothing, similarity: best.similarity }
  // A translation that is not stored is replaced by the church's own, whichever is nearest to it.
  const taken = isOther ? scored[0]! : best
  const replacement = isWhole(taken.source.text)
    ? taken.source.text
    : stretchOf(taken.source.text, taken.from, taken.to)
  return {
    verdict: isOther ? 'other_translation' : 'reworded',
    edition: taken.source.edition,
    similarity: best.similarity,
    replacement,
    difference: differences(quotation, replacement),
    additions: [],
  }
}

function score(parts: readonly string[][], text: string) {
  const source = wordsOf(text).map(({ key }) => key)
  const matches: { similarity: number; from: number; to: number; words: number }[] = []
  for (const part of parts) {
    const begin = matches.at(-1)?.to ?? 0
    const { similarity, from, to } = bestMatch(part, source.slice(begin))
    matches.push({ similarity, from: from + begin, to: to + begin, words: part.length })
  }
  const words = matches.reduce((sum, one) => sum + one.words, 0)
  return {
    similarity: matches.reduce((sum, one) => sum + one.similarity * one.words, 0) / Math.max(words, 1),
    from: matches[0]?.from ?? 0,
    to: matches.at(-1)?.to ?? 0,
  }
}

/** The stored text from one word to another, with the punctuation that ends it. */
function stretchOf(text: string, from: number, to: number): string {
  const words = wordsOf(text)
  const [first, last] = [words[from], words[to - 1]]
  if (!first || !last) return ''
  const after = /^[.,;:!?’”]*/.exec(text.slice(last.end))![0]
  return text.slice(first.start, last.end) + (to === words.length ? after : after.replace(/[,;:]+$/, ''))
}

/** Passages that claims need the text of. */
export const passagesOf = (claims: readonly Claim[]): Reference[] =>
  claims.flatMap(({ reference, others, near }) => [...(reference ? [reference] : []), ...others, ...near])

export interface Finding extends Verified {
  text: string
  start: number
  end: number
  /** As it is usually written; null for a quotation that no reference stands beside and that was not found. */
  reference: string | null
  /** Why no Bible has the reference; null where one has it. */
  reason: string | null
}
type SourcesOf = (range: VerseRange) => readonly Source[]

/** @param sourcesOf the passage in every edition; empty where none has words for it */
export const findingOf = (claim: Claim, sourcesOf: SourcesOf): Finding => {
  const { text, start, end, reference, unknown, translation } = claim
  const at = { text: text || (unknown?.text ?? reference?.name ?? ''), start, end, reason: unknown?.reason ?? null }
  if (!reference) return { ...at, ...nothing, reference: unknown?.text ?? null }
  const sources = sourcesOf(reference)
  if (text) return { ...at, ...verify(text, sources, translation), reference: reference.name }
  return sources.length > 0
    ? { ...at, ...nothing, verdict: 'verified', edition: DEFAULT_EDITION, similarity: 1, reference: reference.name }
    : { ...at, ...nothing, reference: reference.name }
}

/** Gives each quotation the reference, of those around it, that its words come from; the others stand alone. */
export function settleClaims(claims: readonly Claim[], sourcesOf: SourcesOf): Claim[] {
  const settled = claims.map(claim => {
    const fits = (one: Reference) => {
      const { verdict, similarity } = verify(claim.text, sourcesOf(one), claim.translation)
      return verdict === 'not_found' ? 0 : similarity
    }
    const choice = [...claim.others, ...claim.near]
    if (claim.text === '' || choice.length === 0) return claim
    const own = claim.reference ? fits(claim.reference) : 0
    const best = choice.map(one => ({ one, fit: fits(one) })).toSorted((a, b) => b.fit - a.fit)[0]!
    return best.fit > own ? { ...claim, reference: best.one, unknown: null } : claim
  })
  const used = new Set(settled.flatMap(({ text, reference, unknown }) => (text ? [reference ?? unknown] : [])))
  const kept = settled.filter(({ text, reference, unknown }) => text || !used.has(reference ?? unknown))
  const left = claims.flatMap(({ text, reference, unknown }) => {
    const first = reference ?? unknown
    return text && first && !used.has(first) ? [aloneClaim(first)] : []
  })
  return [...kept, ...left].sort((a, b) => a.start - b.start)
}
