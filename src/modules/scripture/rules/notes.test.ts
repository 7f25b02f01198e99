import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { books, CANON } from './books.ts'
import { groupOf, parseBookNotes, parsePeople, parseTopics, personFor, topicsFor } from './notes.ts'
import { parsePassages, versesIn } from './parsing.ts'
import { partsOf, type VerseRange } from './verses.ts'

const read = (name: string) => readFileSync(`src/modules/scripture/data/${name}.txt`, 'utf8')
const [topics, notes, people] = [
  parseTopics(read('topics')),
  parseBookNotes(read('books')),
  parsePeople(read('people')),
]

const exists = ({ from, to }: VerseRange) =>
  [from, to].every(id => {
    const { book, chapter, verse } = partsOf(id)
    return verse <= (versesIn(book, chapter) ?? 0)
  }) && from <= to

test('each topic has parts with passages that exist', () => {
  expect(topics.length).toBeGreaterThan(200)
  expect(new Set(topics.map(({ name }) => name)).size).toBe(topics.length)
  for (const { name, parts } of topics) {
    expect(parts.length, name).toBeGreaterThanOrEqual(3)
    const lines = read('topics')
      .split('\n')
      .find(line => line.startsWith(`${name}|`))!
      .split('|')
      .slice(2)
    for (const [at, { title, passages }] of parts.entries()) {
      const written = lines[at]!.slice(title.length + 1).split(';')
      expect(passages.length, `${name}, ${title}`).toBe(written.length)
      expect(
        passages.filter(one => !exists(one)),
        `${name}, ${title}`,
      ).toEqual([])
    }
  }
})

test('each book has a note whose outline covers its chapters in order', () => {
  expect(notes.map(({ osis }) => osis)).toEqual(books.slice(0, CANON).map(({ osis }) => osis))
  for (const { osis, outline, keyVerse, purpose } of notes) {
    const book = books.find(one => one.osis === osis)!
    let next = 1
    for (const { from, to, title } of outline) {
      expect(from, `${osis} ${title}`).toBe(next)
      next = to + 1
    }
    expect(versesIn(book.id, next - 1), osis).toBeGreaterThan(0)
    // The parser counts the psalm that only some editions have.
    expect(versesIn(book.id, osis === 'Ps' ? next + 1 : next), `${osis} has more chapters`).toBeUndefined()
    expect(exists(keyVerse) && partsOf(keyVerse.from).book === book.id, osis).toBe(true)
    expect(purpose).not.toBe('')
  }
})

test('each person has a life with a strength, a failure and a turning point', () => {
  expect(people.length).toBeGreaterThan(40)
  for (const { name, timeline, strengths, failures, turningPoints } of people) {
    const points = [...timeline, ...strengths, ...failures, ...turningPoints]
    expect(
      points.every(point => exists(point) && point.title),
      name,
    ).toBe(true)
    expect(timeline.length, name).toBeGreaterThanOrEqual(2)
    expect([strengths.length, failures.length, turningPoints.length], name).toEqual([1, 1, 1])
  }
})

test.each([
  ['Forgiving one another', 'Forgiveness'],
  ['Grace that holds', 'Grace'],
  ['worry', 'Anxiety'],
  ['When we pray', 'Prayer'],
])('%s is about %s', (title, name) => {
  expect(topicsFor(topics, title)[0]?.name).toBe(name)
})

test('whom a study is about: by name, by alias, or by passage', () => {
  expect(personFor(people, 'The faith of Ruth', [])?.name).toBe('Ruth')
  expect(personFor(people, 'Mary Magdalene at the tomb', [])?.name).toBe('Mary Magdalene')
  expect(personFor(people, 'Simon the fisherman', [])?.name).toBe('Peter')
  expect(personFor(people, 'A man in a tree', parsePassages('Luke 19:1-10'))?.name).toBe('Zacchaeus')
  expect(personFor(people, 'Grace', parsePassages('Romans 3:21-26'))).toBeUndefined()
})

test('where in a book a verse is', () => {
  const romans = notes.find(({ osis }) => osis === 'Rom')!
  expect(groupOf(romans, parsePassages('Romans 8:31')[0]!.from)?.title).toBe('Life in Christ')
})
