import { bookById, bookOf } from './books.ts'

/**
 * A verse as a number, counted as the King James Version counts: book × 1,000,000 + chapter × 1,000 + verse. It stands for
 * the same words in every edition, also where that one counts otherwise.
 */
export type VerseId = number

/** From one verse to another, both included. */
export interface VerseRange {
  from: VerseId
  to: VerseId
}

export const verseId = (book: number, chapter: number, verse: number): VerseId =>
  book * 1_000_000 + chapter * 1_000 + verse
export const partsOf = (id: VerseId) => ({
  book: Math.floor(id / 1_000_000),
  chapter: Math.floor(id / 1_000) % 1_000,
  verse: id % 1_000,
})

/** `John.3.16` or null where no book is called that. */
export function fromOsis(osis: string): VerseId | null {
  const [name = '', chapter, verse] = osis.split('.')
  const book = bookOf(name)
  return book ? verseId(book.id, Number(chapter), Number(verse)) : null
}

export function toOsis(id: VerseId): string {
  const { book, chapter, verse } = partsOf(id)
  return `${bookById(book).osis}.${chapter}.${verse}`
}

/** Chapters that a range touches. */
export const chaptersIn = ({ from, to }: VerseRange): number => {
  const [first, last] = [partsOf(from), partsOf(to)]
  return first.book === last.book ? last.chapter - first.chapter + 1 : Number.POSITIVE_INFINITY
}
const singleChapter = new Set(['Obad', 'Phlm', '2John', '3John', 'Jude'])
/** Whether the book of a verse has one chapter, which is not named: `Jude 3`. */
export const isOneChapter = (id: VerseId): boolean => singleChapter.has(bookById(partsOf(id).book).osis)

/**
 * The usual name of a passage: `John 3:16-18`, `Genesis 1:1-2:3`, `Jude 3`, `Psalm 23`.
 * @param lengthOf verses in a chapter, so that a whole chapter is called by its number alone
 */
export function nameOf(
  { from, to }: VerseRange,
  language: 'en' | 'es' = 'en',
  lengthOf?: (book: number, chapter: number) => number | undefined,
): string {
  const [a, b] = [partsOf(from), partsOf(to)]
  const book = bookById(a.book)
  const whole = a.verse === 1 && b.verse === lengthOf?.(b.book, b.chapter)
  const name = named(book.osis, language, a.chapter === b.chapter)
  if (singleChapter.has(book.osis))
    return whole ? name : `${name} ${a.verse === b.verse ? a.verse : `${a.verse}-${b.verse}`}`
  if (whole) return `${name} ${a.chapter === b.chapter ? a.chapter : `${a.chapter}-${b.chapter}`}`
  const start = `${name} ${a.chapter}:${a.verse}`
  if (from === to) return start
  return a.chapter === b.chapter ? `${start}-${b.verse}` : `${start}-${b.chapter}:${b.verse}`
}

function named(osis: string, language: 'en' | 'es', one: boolean): string {
  const book = bookOf(osis)!
  if (osis === 'Ps' && one) return language === 'es' ? 'Salmo' : 'Psalm'
  return language === 'es' ? book.spanish : book.name
}
