import { expect, test } from 'vitest'
import { explainUnknown, nearestBook, parsePassages, parseText } from './parsing.ts'
import { nameOf, toOsis, verseId } from './verses.ts'

const osis = (text: string, language?: 'en' | 'es') =>
  parsePassages(text, language).map(({ from, to }) => (from === to ? toOsis(from) : `${toOsis(from)}-${toOsis(to)}`))

test.each([
  ['1 Cor 13; Rom. 8:28ff', ['1Cor.13.1-1Cor.13.13', 'Rom.8.28-Rom.8.39'], '1 Corinthians 13'],
  ['Genesis 1:1-2:3', ['Gen.1.1-Gen.2.3'], 'Genesis 1:1-2:3'],
  ['Jude 3', ['Jude.1.3'], 'Jude 3'],
  ['Lk 15,11-32', ['Luke.15.11-Luke.15.32'], 'Luke 15:11-32'],
  ['John 3:16f', ['John.3.16-John.3.17'], 'John 3:16-17'],
  ['John 3:36f', ['John.3.36'], 'John 3:36'],
  ['Romans 8f', ['Rom.8.1-Rom.9.33'], 'Romans 8-9'],
  ['Psalms 1,2,3', ['Ps.1.1-Ps.1.6', 'Ps.2.1-Ps.2.12', 'Ps.3.1-Ps.3.8'], 'Psalm 1'],
  ['Jn 3.16-18', ['John.3.16-John.3.18'], 'John 3:16-18'],
  ['Heb. 11:1a', ['Heb.11.1'], 'Hebrews 11:1'],
  ['Obadiah', ['Obad.1.1-Obad.1.21'], 'Obadiah'],
  ['Psalm 23', ['Ps.23.1-Ps.23.6'], 'Psalm 23'],
  ['Ruth', ['Ruth.1.1-Ruth.4.22'], 'Ruth 1-4'],
  ['Tobit 4:15', ['Tob.4.15'], 'Tobit 4:15'],
  ['Hechos 2:42', ['Acts.2.42'], 'Acts 2:42'],
])('%s', (text, passages, name) => {
  expect(osis(text)).toEqual(passages)
  expect(parsePassages(text, 'en')[0]!.name.replace('Hechos', 'Acts')).toBe(name)
})

test.each(['John 3:99', 'Hezekiah 3:16', '1:1', '', 'no passage at all'])('%s is no passage', text => {
  expect(osis(text)).toEqual([])
})

test('in Spanish, with the names of its books', () => {
  expect(osis('1 Corintios 13:4-7', 'es')).toEqual(['1Cor.13.4-1Cor.13.7'])
  expect(parsePassages('Salmo 23', 'es')[0]!.name).toBe('Salmo 23')
})

test('a misspelled book has a nearest one', () => {
  expect(nearestBook('Gensis 1:1')).toBe('Genesis')
  expect(nearestBook('Filippians 4')).toBe('Philippians')
  expect(nearestBook('Hezekiah 3:16')).toBeUndefined()
})

test('in a text, references are found where they are, and those that lead nowhere are named; times of day are neither', () => {
  const text = 'Mark said: read John 3:16 and Hezekiah 3:16, then John 3:99. We meet Sunday 10:30, at 7:15.'
  const { references, unknown } = parseText(text)
  expect(references.map(({ name, start, end }) => [name, text.slice(start, end)])).toEqual([['John 3:16', 'John 3:16']])
  expect(unknown.map(one => one.text)).toEqual(['Hezekiah 3:16', 'John 3:99'])
})

const named = (text: string) => parseText(text).references.map(({ name }) => name)

test.each([
  'The potluck is 5:30 on Sunday',
  'THE POTLUCK IS 5:30 ON SUNDAY',
  'Is 5:30 too early?',
  'I am 6:30 every day, so 3:15 is late',
  'Luke 5:30 pm, Mark 6:15 o’clock',
  'Meet Mark 5:30 on Sunday',
  'Worship 10:30, Sunday School 9:15',
  'Mark 2 boxes of candles',
  'John 3 of the committee',
  'Job 1: clean the kitchen',
  'Quality is Job 1',
  'Sunday, Mar 3',
  '200 St. James 5',
  'Acts 5th Street, 12 Jude 3rd Avenue',
  'Numbers 3 tables',
  'The class is Ch 3',
])('%s names no passage', text => {
  expect(parseText(text)).toEqual({ references: [], unknown: [] })
})

test('what stands in a sentence as a reference does is one', () => {
  expect(named('Read Acts 2 and John 3 (Job 1). See Mark 2; psalm 23, Is. 5:30')).toEqual([
    'Acts 2',
    'John 3',
    'Job 1',
    'Mark 2',
    'Psalm 23',
    'Isaiah 5:30',
  ])
  expect(named('Romans 8 and 12, and Lk 15,11-32')).toEqual(['Romans 8', 'Romans 12', 'Luke 15:11-32'])
})

test.each([
  ['Psalm 151', 'Psalms has only 150 chapters.'],
  ['3 John 15', '3 John has only 14 verses.'],
  ['Jude 26', 'Jude has only 25 verses.'],
  ['John 3:99', 'John 3 has only 36 verses.'],
  ['Genesis 51:1', 'Genesis has only 50 chapters.'],
])('%s is refused: %s', (text, reason) => {
  expect(parsePassages(text)).toEqual([])
  expect(explainUnknown(text)).toBe(reason)
  expect(parseText(`See ${text}.`).unknown).toMatchObject([{ text, reason }])
})

test('every verse of a book with one chapter reads back as it is written', () => {
  for (const [book, last] of [
    [31, 21],
    [57, 25],
    [63, 13],
    [64, 14],
    [65, 25],
  ] as const)
    for (let verse = 1; verse <= last; verse++) {
      const id = verseId(book, 1, verse)
      expect(parsePassages(nameOf({ from: id, to: id }))).toMatchObject([{ from: id, to: id }])
      expect(parseText(`(${nameOf({ from: id, to: id })})`).references).toMatchObject([{ from: id, to: id }])
    }
  expect(parsePassages('Jude 1')[0]!.name).toBe('Jude 1')
})
