import { expect, test } from 'vitest'
import { answersFrom, isDate, isEmail, isPhone, pagesOf, problemsOf, shownKeys } from './answers.ts'
import { type Comparison, field, keyOf } from './definition.ts'

const when = (key: string, is: Comparison, value = '') => [{ key, is, value }]
const fields = [
  field('visit', 'choice', 'Visit', { options: ['First', 'Again'] }),
  field('heard', 'text', 'How did you hear?', { required: true, when: when('visit', 'equals', 'first') }),
  field('thanks', 'text', 'Whom may we thank?', { required: true, when: when('heard', 'contains', 'friend') }),
  field('teams', 'choices', 'Teams', { options: ['Kids', 'Coffee'] }),
  field('police', 'yesno', 'Background check?', { required: true, when: when('teams', 'contains', 'kids') }),
  field('other', 'text', 'Anything else?', { required: true, when: when('teams', 'empty') }),
]
const shown = (entries: [string, string][]) => shownKeys(fields, answersFrom(fields, entries))

test('a field is shown where its conditions hold, and one behind a hidden field is hidden with it', () => {
  expect(shown([])).toEqual(['visit', 'teams', 'other'])
  const said: [string, string][] = [
    ['visit', 'First'],
    ['heard', 'a Friend of mine'],
    ['teams', 'Coffee'],
    ['teams', 'Kids'],
  ]
  expect(shown(said)).toEqual(['visit', 'heard', 'thanks', 'teams', 'police'])
  // What was typed before it was hidden counts no more.
  expect(shown(said.map(([key, value]) => (key === 'visit' ? [key, 'Again'] : [key, value])))).toEqual([
    'visit',
    'teams',
    'police',
  ])
  expect(problemsOf(fields, answersFrom(fields, said))).toEqual({
    thanks: 'Please fill this in',
    police: 'Please choose one',
  })
})

test('signs that nobody sees are no part of an answer', () => {
  const answers = answersFrom(fields, [['heard', ' \u202efriend\u202c\u200b ']])
  expect(answers.heard).toBe('friend')
  expect(
    problemsOf(
      [field('x', 'text', 'X', { required: true })],
      answersFrom([field('x', 'text', 'X')], [['x', '\u200b']]),
    ),
  ).toEqual({
    x: 'Please fill this in',
  })
})

test('rows of a family in which nothing stands are none, and each is named where it is wrong', () => {
  const family = [field('family', 'family', 'Family')]
  const answers = answersFrom(family, [
    ['family.0.role', 'spouse'],
    ['family.2.role', 'child'],
    ['family.2.birthDate', '2019-02-30'],
  ])
  expect(answers).toEqual({ family: [{ role: 'child', firstName: '', lastName: '', birthDate: '2019-02-30' }] })
  expect(Object.keys(problemsOf(family, answers))).toEqual(['family.0.firstName', 'family.0.birthDate'])
})

test.each([
  [isEmail, ['pat@example.org', 'p.m+x@sub.example.co'], ['pat@', '@example.org', 'pat@example', 'a b@example.org']],
  [isPhone, ['(512) 555-0142', '+44 20 7946 0958'], ['12', 'call me', '0'.repeat(20)]],
  [isDate, ['2024-02-29', '1950-12-31'], ['2023-02-29', '2023-13-01', '31.12.1999', '0001-01-01']],
] as const)('%o knows what it is for', (rule, good, bad) => {
  for (const text of good) expect(rule(text), text).toBe(true)
  for (const text of bad) expect(rule(text), text).toBe(false)
})

test('a key is made of the label, of its own, and never a word of the page', () => {
  expect(keyOf('What’s your name?', [])).toBe('what_s_your_name')
  expect(keyOf('Name', ['name', 'name_2'])).toBe('name_3')
  expect(keyOf('Token', [])).toBe('field_token')
  expect(keyOf('你好', [])).toBe('field')
})

test('a page begins another, one that is not shown takes its fields along, and nobody answers it', () => {
  const paged = [
    field('kids', 'yesno', 'Do you bring children?'),
    field('page_kids', 'page', 'Your children', { when: when('kids', 'equals', 'yes') }),
    field('names', 'text', 'Their names', { required: true }),
    field('page_last', 'page', 'Almost done'),
    field('words', 'text', 'Anything else?'),
  ]
  const pages = (kids: string) => pagesOf(paged, answersFrom(paged, [['kids', kids]]))
  expect(pages('yes')).toEqual([['kids'], ['page_kids', 'names'], ['page_last', 'words']])
  expect(pages('no')).toEqual([['kids'], ['page_last', 'words']])
  expect(problemsOf(paged, answersFrom(paged, [['kids', 'no']]))).toEqual({})
  expect(Object.keys(answersFrom(paged, [['page_last', 'x']]))).toEqual(['kids', 'names', 'words'])
})
