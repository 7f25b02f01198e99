import { readFileSync } from 'node:fs'
import { stemmer } from 'stemmer'

const lines = (file: string) =>
  readFileSync(new URL(`../data/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line && !line.startsWith('#'))

/** `Where's the café?` → where s the cafe: lower case, without accents and apostrophes. */
export const wordsOf = (text: string): string[] =>
  text
    .slice(0, 20_000)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’‘`´]/g, '')
    .replace(/(\d)[:.](\d)/g, '$1$2')
    .match(/[\p{L}\p{N}]+/gu) ?? []

const stems = new Map<string, string>()
/** The stem of an English word; numbers stay. */
export function stem(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const made = /\d/.test(word) ? word : stemmer(word)
  if (stems.size > 50_000) stems.clear()
  stems.set(word, made)
  return made
}

const stopWords = new Set(lines('stop-words.txt').flatMap(line => wordsOf(line)))

const soft = new Set(
  lines('soft-words.txt')
    .flatMap(line => wordsOf(line))
    .map(stem),
)
/** Whether a stem says little of what a question is about. */
export const isSoft = (one: string): boolean => soft.has(one)

/** Stems of the words that carry meaning, in their order. */
export const contentStems = (text: string): string[] =>
  wordsOf(text)
    .filter(word => !stopWords.has(word))
    .map(stem)

/** Every word as its stem, for the index: what a church calls its own may be a stop word elsewhere. */
export const indexText = (text: string): string => wordsOf(text).map(stem).join(' ')

/**
 * Groups of words that mean the same to visitors of a church, one group to a line of data/synonyms.txt. An expression of
 * several words stands with underscores.
 */
const groups = lines('synonyms.txt').map(line => line.split(/\s+/))
const phrases = groups.flatMap((group, at) =>
  group.filter(word => word.includes('_')).map(word => ({ words: word.split('_').map(stem), at })),
)
const groupsOf = new Map<string, number[]>()
for (const [at, group] of groups.entries())
  for (const word of group.filter(one => !one.includes('_'))) {
    const key = stem(wordsOf(word)[0] ?? word)
    groupsOf.set(key, [...new Set([...(groupsOf.get(key) ?? []), at])])
  }

/** Groups that a stem belongs to. */
export const synonymsOf = (one: string): readonly number[] => groupsOf.get(one) ?? []
/** Groups of expressions in the text, with the stems that make them up. */
export function phrasesIn(all: readonly string[]): { at: number; words: string[] }[] {
  const text = ` ${all.join(' ')} `
  return phrases.filter(({ words }) => text.includes(` ${words.join(' ')} `))
}
/** Stems that mean one of these groups, for the search of candidates. */
export const stemsOfGroups = (at: readonly number[]): string[] =>
  at.flatMap(one => groups[one]!.flatMap(word => word.split('_').map(stem)))
