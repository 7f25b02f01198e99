import { expect, test } from 'vitest'
import { isWider } from './options.ts'
import { readForm } from './request-form.ts'
import { namesThirdPerson, similarity, withoutLinks } from './words.ts'

test.each([
  ['My brother Daniel has cancer and does not want visitors', true],
  ['Pray for my neighbor who is in rehab', true],
  ['Please pray, Susan is getting a divorce', true],
  ['Pray for my exam on Friday', false],
  ['I have surgery on Thursday', false],
  ['My sister starts a new job', false],
])('%s names someone else’s troubles: %s', (text, expected) => {
  expect(namesThirdPerson(text)).toBe(expected)
})

test('links are taken out, words stay', () => {
  expect(withoutLinks('Pray http://x.example/a?b=1 for www.y.example peace')).toBe('Pray for peace')
})

test('the same request of three in a family is alike, another one is not', () => {
  const one = 'Please pray for grandma Ruth, who has surgery on Thursday'
  expect(similarity(one, 'pray for Grandma Ruth who has surgery Thursday please')).toBeGreaterThan(0.5)
  expect(similarity(one, 'Please pray for my new job at the bakery')).toBeLessThan(0.5)
})

test('each visibility is wider than those before it', () => {
  expect(isWider('public', 'church')).toBe(true)
  expect(isWider('staff', 'prayer_team')).toBe(false)
  expect(isWider('church', 'church')).toBe(false)
})

test('a form without a choice is for the staff alone', () => {
  const { value, problems } = readForm(new URLSearchParams({ request: 'Peace and quiet', visibility: 'everything' }))
  expect([value.visibility, problems]).toEqual(['staff', {}])
})
