import { expect, test } from 'vitest'
import { choices, isWhole, keyOf, missing } from './catalogue.ts'
import type { Condition, Conditions } from './condition.ts'
import { sentenceOf } from './words.ts'

const names = {
  tag: (id: string) => `Tag ${id}`,
  group: (id: string) => `Group ${id}`,
  member: (id: string) => `Member ${id}`,
  date: (day: string) => day,
  money: (amount: number) => `$${amount / 100}`,
  stage: (stage: string) => stage,
  outcome: (outcome: string) => outcome,
  field: (id: string) => ({ label: id, option: (option: string) => option }),
  number: String,
}
const say = (...of: Condition[]) => sentenceOf({ match: 'all', of }, names)

test('a segment reads as one sentence', () => {
  const conditions: Conditions = {
    match: 'all',
    of: [
      { kind: 'text', field: 'city', op: 'is', value: 'Waco' },
      {
        kind: 'group',
        match: 'any',
        of: [
          { kind: 'tags', op: 'any', ids: ['a', 'b'] },
          { kind: 'household', fact: 'withChildren' },
        ],
      },
    ],
  }
  expect(sentenceOf(conditions, names)).toBe(
    'People whose city is Waco and (who have the tag Tag a or Tag b or who have children in their household).',
  )
  expect(sentenceOf({ match: 'any', of: [] }, names)).toBe('No one yet.')
  expect(say({ kind: 'yearly', field: 'birthDate', days: 7 })).toBe(
    'People whose birthday is today or in the next 7 days.',
  )
  expect(say({ kind: 'event', did: false, type: 'lead.call', days: 30 })).toBe(
    'People who were not called in the last 30 days.',
  )
  expect(say({ kind: 'lead', has: true, stages: ['new'], outcomes: [], source: 'Webinar', valueFrom: 500 })).toBe(
    'People who have a card on the board under new, from Webinar, worth $5 or more.',
  )
})

test('every sort of condition can be added, says something, and knows what is missing', () => {
  for (const { key, make } of choices) {
    expect(keyOf(make())).toBe(key)
    expect(say(make()), key).toMatch(/^People (who|cared)/)
  }
  expect(missing({ kind: 'text', field: 'city', op: 'is', value: ' ' })).toBe('Please enter what to look for')
  expect(missing({ kind: 'age', op: 'under', years: 200 })).toBe('Please enter a number from 0 to 130')
  expect(isWhole([])).toBe(false)
  expect(isWhole([{ kind: 'group', match: 'any', of: [{ kind: 'tags', op: 'any', ids: [] }] }])).toBe(false)
})
