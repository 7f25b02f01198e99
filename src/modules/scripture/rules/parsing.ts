import { bcv_parser } from 'bible-passage-reference-parser/esm/bcv_parser.js'
import * as en from 'bible-passage-reference-parser/esm/lang/en.js'
import * as es from 'bible-passage-reference-parser/esm/lang/es.js'
import { bookById, bookOf, books } from './books.ts'
import { fromOsis, nameOf, type VerseRange } from './verses.ts'

export interface Reference extends VerseRange {
  /** As it is usually written. */
  name: string
  /** Where the text has it. */
  start: number
  end: number
}
/** Something in the form of a reference that no Bible has: `John 3:99`, `Hezekiah 3:16`. */
export interface Unknown {
  text: string
  start: number
  end: number
}
export interface Parsed {
  references: Reference[]
  unknown: Unknown[]
}
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

function parserOf(language: typeof en, alone: 'full' | 'ignore') {
  const parser = new bcv_parser(language)
  parser.set_options({
    book_alone_strategy: alone,
    osis_compaction_strategy: 'bcv',
    sequence_combination_strategy: 'separate',
    consecutive_combination_strategy: 'separate',
  })
  parser.include_apocrypha(true)
  return parser
}
/** Made on first use: a parser takes 50 ms. */
const made = new Map<string, ReturnType<typeof parserOf>>()
function parserFor(language: Language, alone: 'full' | 'ignore') {
  const key = `${language} ${alone}`
  if (!made.has(key)) made.set(key, parserOf(language === 'es' ? es : en, alone))
  return made.get(key)!
}

/** Verses in a chapter; undefined where there is no such chapter. */
export const versesIn = (book: number, chapter: number): number | undefined =>
  parserFor('en', 'ignore').translation_info('kjv').chapters[bookById(book).osis]?.[chapter - 1]

/**
 * What someone enters as a passage, in English or Spanish; several may follow each other. A book alone is all of it.
 * @returns every passage in its order, with positions in UTF-16 units
 */
export const parsePassages = (text: string, language: Language = 'en'): Reference[] => {
  const found = parse(text, language, 'full')
  return found.length > 0 || language === 'es' ? found : parse(text, 'es', 'full')
}

/** References in a running text, where the name of a book alone ("Mark said") is none, and those that lead nowhere. */
export function parseText(text: string, language: Language = 'en'): Parsed {
  const references = parse(text, language, 'ignore')
  return { references, unknown: unknownIn(text, references) }
}

function parse(text: string, language: Language, alone: 'full' | 'ignore'): Reference[] {
  const parser = parserFor(language, alone)
  parser.parse(text)
  return parser.osis_and_indices().flatMap(({ osis, indices: [start, after] }) => {
    // The parser takes the first letter of the next paragraph for half a verse: "23:1\n\nA".
    const end = start + text.slice(start, after).split('\n')[0]!.trimEnd().length
    return osis.split(',').flatMap(range => {
      const [first = '', last = first] = range.split('-')
      const [from, to] = [fromOsis(first), fromOsis(last)]
      return from === null || to === null
        ? []
        : [{ from, to, name: nameOf({ from, to }, language, versesIn), start, end }]
    })
  })
}

const SHAPE = /(?<![\p{L}\d:])(?:[1-3]\s?)?\p{Lu}\p{L}+\.?\s\d{1,3}:\d{1,3}(?:[-–]\d{1,3})?/gu
const clock =
  /^(?:At|By|On|From|Until|Before|After|About|Around|Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday)\b/

const unknownIn = (text: string, known: readonly Reference[]): Unknown[] =>
  [...text.matchAll(SHAPE)].flatMap(({ 0: found, index: start }) => {
    const end = start + found.length
    if (clock.test(found) || known.some(one => one.start < end && start < one.end)) return []
    return [{ text: found, start, end }]
  })

/** The book whose name is nearest to what was entered, for a message about a typing error. */
export function nearestBook(text: string): string | undefined {
  const said = /^\s*((?:[1-3]\s*)?\p{L}+)/u.exec(text)?.[1]?.toLowerCase()
  if (!said) return undefined
  const [best] = books
    .map(({ name }) => ({ name, distance: editDistance(said, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(2, said.length / 3) ? best.name : undefined
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}

export const isDeuterocanonical = ({ from }: VerseRange): boolean => Math.floor(from / 1_000_000) > bookOf('Rev')!.id
