import { expect, test } from 'vitest'
import { statesOf } from './progress.ts'
import { isLapsed, trainingState, trainingWords } from './training.ts'

test.each([
  { expiresOn: undefined, day: '2027-03-08', state: 'missing', words: 'Missing', lapsed: true },
  { expiresOn: null, day: '2027-03-08', state: 'valid', words: 'Valid', lapsed: false },
  { expiresOn: '2028-01-01', day: '2027-03-08', state: 'valid', words: 'Valid until 2028-01-01', lapsed: false },
  { expiresOn: '2027-04-08', day: '2027-03-08', state: 'valid', words: 'Valid until 2027-04-08', lapsed: false },
  { expiresOn: '2027-04-07', day: '2027-03-08', state: 'expiring', words: 'Expires in 30 days', lapsed: false },
  { expiresOn: '2027-03-09', day: '2027-03-08', state: 'expiring', words: 'Expires tomorrow', lapsed: false },
  { expiresOn: '2027-03-08', day: '2027-03-08', state: 'expiring', words: 'Expires today', lapsed: false },
  { expiresOn: '2027-03-07', day: '2027-03-08', state: 'expired', words: 'Expired 2027-03-07', lapsed: true },
])('a training until $expiresOn is $state on $day', ({ expiresOn, day, state, words, lapsed }) => {
  const shown = trainingState(expiresOn === undefined ? undefined : { expiresOn }, day)
  expect(shown.state).toBe(state)
  expect(isLapsed(shown)).toBe(lapsed)
  expect(trainingWords(shown, one => one)).toBe(words)
})

test.each([
  ['..', 'next later'],
  ['?..', 'waiting later later'],
  ['d.d.', 'done next done later'],
  ['.d?', 'next done waiting'],
  ['dd', 'done done'],
])('steps %s are %s', (steps, states) => {
  const facts = [...steps].map(one => ({ isDone: one === 'd', isRequested: one === '?' }))
  expect(statesOf(facts).join(' ')).toBe(states)
})
