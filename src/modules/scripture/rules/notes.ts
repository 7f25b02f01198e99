import { bookOf } from './books.ts'
import { parsePassages } from './parsing.ts'
import { nameOf, partsOf, type VerseRange } from './verses.ts'

/** A passage and what it is about. */
export interface Point extends VerseRange {
  /** `Genesis 12:1-5` */
  name: string
  title: string
}
/** What the Bible says on a subject, in a few parts. */
export interface Topic {
  name: string
  synonyms: string[]
  parts: { title: string; passages: Omit<Point, 'title'>[] }[]
}
export interface BookNote {
  osis: string
  author: string
  date: string
  readers: string
  purpose: string
  keyVerse: Omit<Point, 'title'>
  /** Groups of chapters in order. */
  outline: { from: number; to: number; title: string }[]
}
/** Someone in the Bible, by stations of a life. */
export interface PersonNote {
  name: string
  aliases: string[]
  about: string
  timeline: Point[]
  strengths: Point[]
  failures: Point[]
  turningPoints: Point[]
}

const rows = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map(line => line.split('|'))
const list = (text = '', by = /,\s*/) => text.split(by).filter(Boolean)
const passagesIn = (text: string) =>
  parsePassages(text).map(({ from, to }) => ({ from, to, name: nameOf({ from, to }) }))

/** @param text a topic a line: `name|synonym, synonym|part: reference; reference|…` */
export const parseTopics = (text: string): Topic[] =>
  rows(text).map(([name = '', synonyms, ...parts]) => ({
    name,
    synonyms: list(synonyms),
    parts: parts.map(part => {
      const colon = part.indexOf(':')
      return { title: part.slice(0, colon), passages: passagesIn(part.slice(colon + 1)) }
    }),
  }))

/** @param text a book a line: `OSIS|author|date|readers|purpose|key verse|1-3: title; 4: title` */
export const parseBookNotes = (text: string): BookNote[] =>
  rows(text).map(([osis = '', author = '', date = '', readers = '', purpose = '', key = '', outline]) => ({
    osis,
    author,
    date,
    readers,
    purpose,
    keyVerse: passagesIn(key)[0]!,
    outline: list(outline, /;\s*/).map(group => {
      const [, from, to, title] = /^(\d+)(?:-(\d+))?: (.+)$/.exec(group) ?? []
      return { from: Number(from), to: Number(to ?? from), title: title ?? '' }
    }),
  }))

/** @param text a person a line: `name|aliases|about|stations|strengths|failures|turning points`, each `reference: words; …` */
export const parsePeople = (text: string): PersonNote[] =>
  rows(text).map(([name = '', aliases, about = '', timeline, strengths, failures, turns]) => ({
    name,
    about,
    aliases: list(aliases),
    timeline: pointsIn(timeline),
    strengths: pointsIn(strengths),
    failures: pointsIn(failures),
    turningPoints: pointsIn(turns),
  }))

const pointsIn = (text: string | undefined): Point[] =>
  list(text, /;\s*/).flatMap(point => {
    const [, reference = '', title = ''] = /^(.+?\d+:[\d-]+(?::\d+)?): (.+)$/.exec(point) ?? []
    return passagesIn(reference).map(passage => ({ ...passage, title }))
  })

const ENDING = /(?:ing|ness|ful|ly|ed|er|es|s|e)$/
const stem = (word: string) => word.replace(ENDING, '').replace(ENDING, '').slice(0, 7)
const EMPTY = new Set(
  'the and for with that who our god one ones another other others when what how his her'.split(' '),
)
const stems = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word.length > 2 && !EMPTY.has(word))
    .map(stem)

/** Topics that a text names, by their own names first and then by synonyms. */
export function topicsFor(topics: readonly Topic[], text: string): Topic[] {
  const asked = new Set(stems(text))
  const score = ({ name, synonyms }: Topic) => {
    const own = stems(name)
    const named = own.filter(word => asked.has(word)).length / Math.max(1, own.length)
    return named * 3 + synonyms.flatMap(stems).filter(word => asked.has(word)).length
  }
  return topics
    .map(topic => ({ topic, score: score(topic) }))
    .filter(one => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ topic }) => topic)
}

/** Whom a title names; else the one whose stations are in the passages. */
export function personFor(
  people: readonly PersonNote[],
  title: string,
  passages: readonly VerseRange[],
): PersonNote | undefined {
  const said = ` ${title.toLowerCase().replace(/[^\p{L}]+/gu, ' ')} `
  const called = ({ name, aliases }: PersonNote) =>
    Math.max(0, ...[name, ...aliases].filter(one => said.includes(` ${one.toLowerCase()} `)).map(one => one.length))
  const [named] = people.filter(called).toSorted((a, b) => called(b) - called(a))
  const shared = ({ timeline }: PersonNote) =>
    timeline.filter(point => passages.some(({ from, to }) => point.from <= to && point.to >= from)).length
  return named ?? people.filter(shared).toSorted((a, b) => shared(b) - shared(a))[0]
}

/** The group of chapters that a verse is in. */
export const groupOf = ({ outline }: BookNote, verse: number) => {
  const { chapter } = partsOf(verse)
  return outline.find(({ from, to }) => chapter >= from && chapter <= to)
}
export const isNoteOf = (note: BookNote, verse: number): boolean => bookOf(note.osis)?.id === partsOf(verse).book
