import { expect, test } from 'vitest'
import { nearestBook, parsePassages, parseText } from './parsing.ts'
import { toOsis } from './verses.ts'

const osis = (text: string, language?: 'en' | 'es') =>
  parsePassages(text, language).map(({ from, to }) => (from === to ? toOsis(from) : `${toOsis(from)}-${toOsis(to)}`))

test.each([
  ['1 Cor 13; Rom. 8:28ff', ['1Cor.13.1-1Cor.13.13', 'Rom.8.28-Rom.8.39'], '1 Corinthians 13'],
  ['Genesis 1:1-2:3', ['Gen.1.1-Gen.2.3'], 'Genesis 1:1-2:3'],
  ['Jude 3', ['Jude.1.3'], 'Jude 3'],
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
