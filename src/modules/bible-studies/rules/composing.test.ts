import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bookById } from '#scripture/rules/books.ts'
import { parseBookNotes, parsePeople, parseTopics, topicsFor } from '#scripture/rules/notes.ts'
import { parsePassages } from '#scripture/rules/parsing.ts'
import { randomOf } from '#scripture/rules/random.ts'
import { sentencesOf } from '#scripture/rules/sentences.ts'
import { partsOf, type VerseRange } from '#scripture/rules/verses.ts'
import { bible, passageOf, referencesOf } from '#testing/bible.ts'
import { compose, countsOf, type Material, planOf, type Wishes } from './composing.ts'
import { minutesIn, type Quoted, questionsIn } from './document.ts'
import { divideMinutes } from './minutes.ts'
import { audiences, difficulties, durations, questionsOf, studyFormats } from './options.ts'

const read = (name: string) => readFileSync(`src/modules/scripture/data/${name}.txt`, 'utf8')
const [topics, notes, people] = [
  parseTopics(read('topics')),
  parseBookNotes(read('books')),
  parsePeople(read('people')),
]

const quote = (range: VerseRange & { name: string }): Quoted => ({
  reference: range.name,
  text: passageOf(range)
    .verses.map(({ text }) => text)
    .join(' '),
  edition: 'web',
})
function materialOf(title: string, ...ranges: VerseRange[]): Material {
  const passages = ranges.map(passageOf)
  const ids = passages.flatMap(({ verses }) => verses.map(({ id }) => id))
  const book = bookById(partsOf(ids[0]!).book)
  const note = notes.find(({ osis }) => osis === book.osis)!
  const [topic] = topicsFor(topics, title)
  const person = people[ids[0]! % people.length]!
  return {
    passages,
    references: referencesOf(ids)
      .filter(one => !ids.includes(one.id))
      .map(({ name, text }) => ({ reference: name, text, edition: 'web' })),
    book: { name: book.name, note, keyVerse: quote(note.keyVerse) },
    topic: topic
      ? {
          name: topic.name,
          parts: topic.parts.map(part => ({ title: part.title, verses: part.passages.map(quote) })),
        }
      : null,
    person: {
      note: person,
      points: [...person.strengths, ...person.failures, ...person.turningPoints].map(point => ({
        title: point.title,
        verses: [quote(point)],
      })),
    },
    resources: [],
    edition: 'web',
  }
}
const wishes: Wishes = {
  title: 'Grace that holds',
  audience: 'general',
  difficulty: 'intermediate',
  minutes: 60,
  format: 'inductive',
  includeQuestions: true,
  seed: 'a',
}
const romans = materialOf(wishes.title, parsePassages('Romans 8:31-39')[0]!)

test('an inductive study has its five parts in order, and its minutes add up', () => {
  const study = compose(romans, wishes)
  expect(study.sections.map(({ type, minutes }) => [type, minutes])).toEqual([
    ['introduction', 6],
    ['context', 9],
    ['observation', 15],
    ['interpretation', 15],
    ['application', 15],
  ])
  expect(study.sections[1]!.content).toContain('Our passage stands in the part “Life in Christ” (chapters 5 to 8).')
  expect(study.scripture[0]).toMatchObject({ reference: 'Romans 8:31-39', edition: 'web' })
})

test('a topical study follows the topical index, one of a person their life, one of a book its outline', () => {
  const of = (format: Wishes['format']) => compose(romans, { ...wishes, format })
  expect(of('topical').sections.map(({ title }) => title)).toContain('Grace is enough')
  const person = compose(materialOf('Ruth', parsePassages('Ruth 1')[0]!), { ...wishes, format: 'character' })
  expect(person.sections[1]!.title).toMatch(/^Who was .+\?$/)
  expect(of('book').sections[2]!.content).toContain('Chapters 12 to 16: Living sacrifices')
  expect(of('book').sections[2]!.content).toContain('Week 4:')
})

test('without questions there are notes alone', () => {
  const study = compose(romans, { ...wishes, includeQuestions: false })
  expect(questionsIn(study)).toEqual([])
  expect(study.sections.every(({ notes, content }) => notes !== '' && content !== '')).toBe(true)
})

test('newcomers have words explained', () => {
  const study = compose(romans, { ...wishes, difficulty: 'beginner' })
  expect(study.sections[2]!.content).toContain('“christ”: the anointed one, in Hebrew Messiah.')
})

test.each(durations)('%i minutes are divided without a rest, two at least for each part', minutes => {
  for (const shares of [
    [10, 15, 25, 25, 25],
    [10, 15, 35, 25, 25],
    [10, 25, 15, 15, 15, 25],
    [1, 97, 1, 1],
  ]) {
    const parts = divideMinutes(minutes, shares)
    expect(parts.reduce((sum, one) => sum + one, 0)).toBe(minutes)
    expect(Math.min(...parts)).toBeGreaterThanOrEqual(2)
  }
})

test.each(notes.map(note => [note.osis, note] as const))('the plan of %s is whole', (_, note) => {
  const plan = planOf(note)
  expect(plan.length).toBeLessThanOrEqual(8)
  expect(plan.at(-1)).toMatch(new RegExp(`\\b${note.outline.at(-1)!.to}$`))
})

test('over random passages: enough questions, each with a verse that the study shows, no sentence twice', () => {
  const random = randomOf('studies')
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  for (let i = 0; i < 120; i++) {
    const from = Math.floor(random() * (bible.length - 40))
    const [first, last] = [bible[from]!.id, bible[from + Math.floor(random() ** 2 * 40)]!.id]
    const to = partsOf(first).book === partsOf(last).book ? last : first
    const chosen: Wishes = {
      title: pick(topics).name,
      audience: pick(audiences),
      difficulty: pick(difficulties),
      minutes: pick(durations),
      format: pick(studyFormats),
      includeQuestions: true,
      seed: String(i),
    }
    const material = materialOf(chosen.title, { from: first, to })
    const study = compose(material, chosen)
    const at = `${material.passages[0]!.name} ${JSON.stringify(chosen)}`
    expect(minutesIn(study), at).toBe(chosen.minutes)
    const questions = questionsIn(study)
    const [least, most] = questionsOf[chosen.difficulty]
    expect(questions.length, at).toBeGreaterThanOrEqual(least)
    expect(questions.length, at).toBeLessThanOrEqual(most)
    expect(new Set(questions.map(({ type }) => type)).size, at).toBe(3)
    const shown = [...study.scripture, ...study.sections.flatMap(({ verses }) => verses)]
    const ranges = shown.flatMap(({ reference }) => parsePassages(reference))
    for (const { answer } of questions) {
      const [verse] = parsePassages(answer)
      expect(
        ranges.some(range => range.from <= verse!.from && range.to >= verse!.to),
        `${answer} in ${at}`,
      ).toBe(true)
    }
    const sentences = study.sections
      .flatMap(({ content, notes, questions: asked }) => [content, notes, ...asked.map(({ text }) => text)])
      .flatMap(sentencesOf)
    expect(
      sentences.filter((one, n) => sentences.indexOf(one) !== n),
      at,
    ).toEqual([])
  }
})

test('counts stay within what the difficulty asks for', () => {
  for (const difficulty of difficulties)
    for (const minutes of durations) {
      const { context, observation, interpretation, application } = countsOf({ difficulty, minutes })
      const total = 1 + context + observation + interpretation + application
      expect(total).toBeGreaterThanOrEqual(questionsOf[difficulty][0])
      expect(total).toBeLessThanOrEqual(questionsOf[difficulty][1])
      if (difficulty === 'beginner') expect(observation / total).toBeGreaterThanOrEqual(0.5)
    }
})
