import { readFile } from 'node:fs/promises'
import type { TopicInput } from '../contract.ts'
import { bookById } from '../rules/books.ts'
import {
  type BookNote,
  type PersonNote,
  parseBookNotes,
  parsePeople,
  parseTopics,
  type Topic,
  topicsFor,
} from '../rules/notes.ts'
import { parsePassages } from '../rules/parsing.ts'
import { partsOf } from '../rules/verses.ts'

const read = (name: string) => readFile(new URL(`../data/${name}.txt`, import.meta.url), 'utf8')
const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** About 200 subjects with the passages that speak of them. */
export const allTopics: () => Promise<Topic[]> = once(async () => parseTopics(await read('topics')))
/** One note for each of the 66 books. */
export const allBookNotes: () => Promise<BookNote[]> = once(async () => parseBookNotes(await read('books')))
/** People of the Bible whose life can be followed. */
export const allPeople: () => Promise<PersonNote[]> = once(async () => parsePeople(await read('people')))

/** Subjects that fit what was asked, with the passages on each side of them. */
export async function topics(_: unknown, { q, limit }: TopicInput) {
  const all = await allTopics()
  return {
    items: (q ? topicsFor(all, q) : all).slice(0, limit).map(({ name, parts }) => ({
      name,
      parts: parts.map(({ title, passages }) => ({ title, passages: passages.map(one => one.name) })),
    })),
  }
}

/** Who wrote the books that passages are in, when, for whom and why. */
export async function bookNotes(_: unknown, { reference }: { reference: string }) {
  const asked = new Set(parsePassages(reference).map(({ from }) => bookById(partsOf(from).book)))
  const notes = await allBookNotes()
  return {
    items: [...asked].flatMap(book =>
      notes
        .filter(({ osis }) => osis === book.osis)
        .map(({ osis: _osis, keyVerse, ...note }) => ({ ...note, book: book.name, keyVerse: keyVerse.name })),
    ),
  }
}
