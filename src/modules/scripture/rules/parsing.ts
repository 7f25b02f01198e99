import { bcv_parser } from 'bible-passage-reference-parser/esm/bcv_parser.js'
import * as en from 'bible-passage-reference-parser/esm/lang/en.js'
import * as es from 'bible-passage-reference-parser/esm/lang/es.js'
import { bookById, bookOf, books, CANON } from './books.ts'
import { isMention } from './mentions.ts'
import { fromOsis, isOneChapter, nameOf, partsOf, toOsis, type VerseRange, verseId } from './verses.ts'

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
  /** What that book has instead: `3 John has only 14 verses.`; null where no book is called that. */
  reason: string | null
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
  kingJames()[bookById(book).osis]?.[chapter - 1]

/** Verses of each chapter, by book; kept, because the parser copies its tables each time it is asked. */
let chapters: Record<string, number[]> | undefined
const kingJames = (): Record<string, number[]> => {
  chapters ??= parserFor('en', 'ignore').translation_info('kjv').chapters as Record<string, number[]>
  return chapters
}

/**
 * What someone enters as a passage, in English or Spanish; several may follow each other. A book alone is all of it.
 * @returns every passage in its order, with positions in UTF-16 units
 */
export const parsePassages = (text: string, language: Language = 'en'): Reference[] => {
  const found = parse(text, language, 'full')
  // What is past the end of an English book is not another one in Spanish: "3 John 15" is not John 15.
  return found.length > 0 || language === 'es' || explainUnknown(text) ? found : parse(text, 'es', 'full')
}

/** References in a running text, where the name of a book alone ("Mark said") is none, and those that lead nowhere. */
export function parseText(text: string, language: Language = 'en'): Parsed {
  const found = parse(text, language, 'ignore')
  const references: Reference[] = []
  for (const one of found) {
    const name = BOOK.exec(text.slice(one.start, one.end))?.[0]
    const last = references.at(-1)
    // The second chapter of "Romans 8 and 12" has no name of its own: it is what the first one is.
    const isListed = name === undefined && last !== undefined && one.start - last.end < 8
    if (name === undefined ? isListed : isMention(text, one, name, isVerse(text.slice(one.start, one.end), one)))
      references.push(one)
  }
  return { references, unknown: unknownIn(text, references) }
}
const BOOK =
  /^(?:(?:[1-3]|I{1,3}|First|Second|Third|Primera|Segunda)\s*)?[\p{L}][\p{L}.’' ]*?(?=\s*(?:\d|chapter|ch\b|cap))/iu
const isVerse = (found: string, { from }: VerseRange) =>
  /\d\s?[:.,]\s?\d|\bv{1,2}\.|vs|verse/.test(found) || (isOneChapter(from) && /[\p{L}.]\s+\d/u.test(found))

/** Chapter and verse as the rest of the world writes them: `Lk 15,11-32`, not the chapters of `Psalms 1, 2`. */
const COMMA = /((?:^|[^\p{L}\d])(?:[1-3]\s?)?\p{Lu}\p{L}*\.?\s?\d{1,3}),(?=[1-9]\d?(?:\d(?=[^\d,]|$))?(?!\d|,\d|:))/gu
const prepared = (text: string) => text.replace(COMMA, (whole, chapter) => (ONE.test(whole) ? whole : `${chapter}:`))
const ONE = /(?:Obad\w*|Philemon|Phlm|Jude|[23]\s?John|[23]\s?Jn|Judas|Abdías|Filemón)\.?\s?\d+,$/

function parse(text: string, language: Language, alone: 'full' | 'ignore'): Reference[] {
  const parser = parserFor(language, alone)
  parser.parse(prepared(text))
  return parser.osis_and_indices().flatMap(({ osis, indices: [start, after] }) => {
    // The parser takes the first letter of the next paragraph for half a verse: "23:1\n\nA".
    const end = start + text.slice(start, after).split('\n')[0]!.trimEnd().length
    return osis.split(',').flatMap(range => {
      const [first = '', last = first] = range.split('-')
      const from = fromOsis(first)
      const to = from !== null && first !== last ? ending(fromOsis(last)) : fromOsis(last)
      if (from === null || to === null || !exists(from) || !exists(to)) return []
      const meant = asWritten({ from, to }, text.slice(start, end))
      return [{ ...meant, name: nameOf(meant, language, versesIn), start, end }]
    })
  })
}

/** The third letter of John as a whole ends where the King James Version ends it. */
const ending = (to: number | null) => (to !== null && toOsis(to) === '3John.1.15' ? to - 1 : to)

/** The parser has a psalm 151, and a verse more than the King James Version in the third letter of John. */
function exists(id: number): boolean {
  const { book, chapter, verse } = partsOf(id)
  if (book > CANON) return true
  return chapter <= chaptersOf(book) && verse <= lengthOf(book, chapter)
}
const lengthOf = (book: number, chapter: number) =>
  bookById(book).osis === '3John' ? 14 : (versesIn(book, chapter) ?? 0)
function chaptersOf(book: number): number {
  if (bookById(book).osis === 'Ps') return 150
  return kingJames()[bookById(book).osis]?.length ?? 0
}

/** `3:16f` is two verses, and the first verse of a book with one chapter is not that chapter. */
function asWritten({ from, to }: VerseRange, found: string): VerseRange {
  const { book, chapter } = partsOf(to)
  if (isOneChapter(from) && /[\p{L}.]\s*1$/u.test(found) && !/\b(?:ch|cap|chapter)/i.test(found))
    return { from, to: from }
  const next = /(\d+)\s?f\.?$/.exec(found)
  if (!next) return { from, to }
  const number = Number(next[1]) + 1
  if (isVerse(found, { from, to }))
    return { from, to: verseId(book, chapter, Math.min(number, lengthOf(book, chapter))) }
  const last = Math.min(number, chaptersOf(book))
  return { from, to: verseId(book, last, lengthOf(book, last)) }
}

const SHAPE =
  /(?<![\p{L}\d:])((?:[1-3]\s?)?\p{Lu}\p{L}*\.?)\s(\d{1,3})(?:[:,](\d{1,3}))?(?:[-–]\d{1,3})?(?![\d:]|,\d|\s\p{Lu}\p{L}+\.?\s\d)/gu
const clock =
  /^(?:At|By|On|From|Until|Before|After|About|Around|Is|Am|So|(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)days?|Sun|Mon|Tue|Wed|Thu|Fri|Sat)\b/i

const unknownIn = (text: string, known: readonly Reference[]): Unknown[] =>
  [...text.matchAll(SHAPE)].flatMap(({ 0: found, 1: name = '', 2: chapter = '', 3: verse, index: start }) => {
    const end = start + found.length
    if (clock.test(found) || known.some(one => one.start < end && start < one.end)) return []
    const reason = explainUnknown(found)
    const isNamed = reason !== null || (verse !== undefined && !isLikeTime(text, { start, end }, chapter, verse))
    if (!isNamed || !isMention(text, { start, end }, name, verse !== undefined)) return []
    return [{ text: found, start, end, reason }]
  })

/** "Worship 10:30" is when it begins; beside a quotation the same figures would be a reference. */
const isLikeTime = (text: string, { start, end }: { start: number; end: number }, hour: string, minute: string) =>
  Number(hour) < 24 &&
  /^[0-5][05]$/.test(minute) &&
  !(
    /["”»’]\s*\(?\s*$/.test(text.slice(Math.max(0, start - 12), start)) &&
    !/^\s*[ap]\.?m/i.test(text.slice(end, end + 8))
  )

/** Why no Bible has a passage whose book is known; null where the book is not, or the passage exists. */
export function explainUnknown(text: string): string | null {
  const [, name, chapter, verse] = /^\s*(.*?\p{L}\.?)\s*(\d{1,3})(?:\s?[:.,]\s?(\d{1,3}))?/u.exec(text) ?? []
  const [book] =
    name && name.length > 1 ? [...parse(`${name} 1:1`, 'en', 'full'), ...parse(`${name} 1:1`, 'es', 'full')] : []
  if (!book || !chapter) return null
  const { book: id } = partsOf(book.from)
  if (id > CANON) return null
  const one = isOneChapter(book.from)
  const called = nameOf({ from: verseId(id, 1, 1), to: verseId(id, 1, 1) }).replace(/ [\d:]+$/, '')
  const last = chaptersOf(id)
  if (one && verse === undefined)
    return Number(chapter) > lengthOf(id, 1) ? only(called, lengthOf(id, 1), 'verses') : null
  if (Number(chapter) > last) return only(bookById(id).name, last, one ? 'chapter' : 'chapters')
  const length = lengthOf(id, Number(chapter))
  return verse !== undefined && Number(verse) > length
    ? only(one ? called : `${called} ${chapter}`, length, 'verses')
    : null
}
const only = (name: string, count: number, of: string) => `${name} has only ${count} ${of}.`

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
