import type { EditionId } from './editions.ts'
import { DEFAULT_EDITION } from './editions.ts'
import type { Parsed, Reference, Unknown } from './parsing.ts'
import type { VerseRange } from './verses.ts'
import { bestMatch, type DiffPart, differences, wordsOf } from './words.ts'

export const verdicts = ['verified', 'reworded', 'not_found'] as const
export type Verdict = (typeof verdicts)[number]

/** Words in quotation marks, or a reference alone. */
export interface Claim {
  /** What was said to be Scripture; empty where only a reference was given. */
  text: string
  start: number
  end: number
  /** The passage that it is ascribed to. */
  reference: Reference | null
  /** A passage that no Bible has. */
  unknown: Unknown | null
}

/** A passage that is read aloud may be three chapters long. */
const QUOTED = /“([^“”]{3,40000})”|"([^"\n]{3,2000})"|«([^«»]{3,2000})»|^>\s?(.+(?:\n>.*)*)/gmu
/** How far a reference may be from its quotation, in characters. */
const NEAR = 80
/** Fewer words are rarely a quotation: “grace” is one in no text. */
const FEWEST = 4

/**
 * Quotations with the reference that belongs to them, the one that follows before the one that precedes, and references
 * that stand alone. A quotation without a reference nearby is a claim only if it is long enough to be looked for.
 */
export function claimsIn(text: string, { references, unknown }: Parsed): Claim[] {
  const quotations = [...text.matchAll(QUOTED)].map(match => {
    const words = (match[1] ?? match[2] ?? match[3] ?? match[4]!.replace(/^>\s?/gm, '')).trim()
    const start = match.index + match[0].indexOf(words.slice(0, 20))
    return { text: words, start: Math.max(start, match.index), end: match.index + match[0].length }
  })
  const used = new Set<Reference | Unknown>()
  const claims = quotations.flatMap((quotation): Claim[] => {
    const nearest = nearestTo(quotation, text, [...references, ...unknown])
    if (!nearest && wordsOf(quotation.text).length < FEWEST) return []
    if (nearest) used.add(nearest)
    return [{ ...quotation, ...ascribed(nearest) }]
  })
  const alone = [...references, ...unknown].filter(one => !used.has(one))
  return [...claims, ...alone.map(one => ({ text: '', start: one.start, end: one.end, ...ascribed(one) }))].sort(
    (a, b) => a.start - b.start,
  )
}

const ascribed = (found: Reference | Unknown | undefined): Pick<Claim, 'reference' | 'unknown'> => ({
  reference: found && 'from' in found ? found : null,
  unknown: found && !('from' in found) ? found : null,
})

/** A reference belongs to a quotation in its sentence, or when nothing but punctuation is between them. */
const BREAK = /\n\s*\n|[“”«»]/
const SENTENCE = /[.!?]\s+\p{Lu}|[.!?]\s+$/u
const joins = (between: string) =>
  between.length <= NEAR && !BREAK.test(between) && (/^[\s\p{P}]*$/u.test(between) || !SENTENCE.test(between))

function nearestTo<T extends { start: number; end: number }>(
  { start, end }: { start: number; end: number },
  text: string,
  all: readonly T[],
): T | undefined {
  // The mark that opens a quotation stands before its first letter.
  const opening = start - 1
  return (
    all.find(one => one.start >= end && joins(text.slice(end, one.start))) ??
    all.findLast(one => one.end <= start && joins(text.slice(one.end, Math.max(opening, one.end))))
  )
}

export interface Source {
  edition: EditionId
  text: string
}
export interface Verified {
  verdict: Verdict
  edition: EditionId | null
  /** 0 to 1, against the nearest edition. */
  similarity: number
  /** The stored words that belong in place of the quotation; null where it is right or nothing is like it. */
  replacement: string | null
  difference: DiffPart[]
}

/**
 * Compares a quotation with the passage in every edition. Only the same words are verified: a threshold of likeness would
 * let a verse through that lost its "not". Parts between ellipses may come from anywhere in the passage, in order.
 * @param sources the passage in each edition, the church's own first
 */
export function verify(quotation: string, sources: readonly Source[]): Verified {
  const parts = quotation
    .split(/…|\.\.\.|\[[^\]]*\]/)
    .map(part => wordsOf(part).map(({ key }) => key))
    .filter(part => part.length > 0)
  const scored = sources.map(source => ({ source, ...score(parts, source.text) }))
  const exact = scored.find(one => one.similarity === 1)
  if (parts.length === 0 || scored.length === 0) return nothing
  if (exact) return { ...nothing, verdict: 'verified', edition: exact.source.edition, similarity: 1 }
  const [best] = scored.toSorted((a, b) => b.similarity - a.similarity)
  if (!best || best.similarity < LIKE) return { ...nothing, similarity: best?.similarity ?? 0 }
  const replacement = stretchOf(best.source.text, best.from, best.to)
  return {
    verdict: 'reworded',
    edition: best.source.edition,
    similarity: best.similarity,
    replacement,
    difference: differences(quotation, replacement),
  }
}

/** From here on a quotation is a passage in other words. */
const LIKE = 0.6
const nothing: Verified = { verdict: 'not_found', edition: null, similarity: 0, replacement: null, difference: [] }

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
export const passagesOf = (claims: readonly Claim[]): VerseRange[] =>
  claims.flatMap(({ reference, text }) => (reference && text ? [{ from: reference.from, to: reference.to }] : []))

export interface Finding extends Verified {
  text: string
  start: number
  end: number
  /** As it is usually written; null for a quotation that no reference stands beside and that was not found. */
  reference: string | null
}

/** @param sourcesOf the passage in every edition; empty where none has words for it */
export const findingOf = (claim: Claim, sourcesOf: (range: VerseRange) => readonly Source[]): Finding => {
  const { text, start, end, reference, unknown } = claim
  const at = { text: text || (unknown?.text ?? reference?.name ?? ''), start, end }
  if (!reference) return { ...at, ...nothing, reference: unknown?.text ?? null }
  const sources = sourcesOf(reference)
  if (text) return { ...at, ...verify(text, sources), reference: reference.name }
  return sources.length > 0
    ? { ...at, ...nothing, verdict: 'verified', edition: DEFAULT_EDITION, similarity: 1, reference: reference.name }
    : { ...at, ...nothing, reference: reference.name }
}
