import { expect, test } from 'vitest'
import { type Book, book, crowd, slim } from './book.ts'
import type { Known } from './state.ts'

const known = (id: string, name: string, phones: string[]): Known => ({
  id,
  first: name,
  last: null,
  nick: null,
  emails: [],
  phones,
  birthDate: null,
  externalId: null,
  nameKey: name,
  touched: false,
  state: null,
})
const found = (all: Book, value: string, name = '') =>
  all
    .sharing([value], name)
    .map(({ id }) => id)
    .sort()

test('people are found by each address and number, each once', () => {
  const all = book()
  const ann = known('a', 'ann', ['1', '2'])
  all.add(ann, ['row'])
  all.add(known('b', 'ben', ['2']))
  all.also(ann, 'other row')
  expect(all.sharing(['1', '2'], '').map(({ id }) => id)).toEqual(['a', 'b'])
  expect(all.byRowKey('row')).toBe(ann)
  expect(all.byRowKey('other row')).toBe(ann)
  expect(all.sharing(['3'], '')).toEqual([])
})

test('a number of a crowd leads to those of the same name alone', () => {
  const all = book()
  for (let i = 0; i < crowd; i++) all.add(known(`p${i}`, `name${i}`, ['office']))
  expect(found(all, 'office', 'name3')).toHaveLength(crowd)
  for (let i = 0; i < 1_000; i++) all.add(known(`q${i}`, `name${i % 500}`, ['office']))
  expect(found(all, 'office', 'name3')).toEqual(['p3', 'q3', 'q503'])
  expect(found(all, 'office', 'nobody')).toEqual([])
})

test('a lean book knows what was added to someone later', () => {
  const all = slim(book())
  all.add(known('a', 'ann', ['1']))
  all.also({ ...known('a', 'ann', ['1', '2']), touched: true }, 'row')
  expect(all.sharing(['1'], '')).toMatchObject([{ id: 'a', touched: true, phones: ['1', '2'], state: null }])
  expect(found(all, '2')).toEqual(['a'])
})
