import { expect, test } from 'vitest'
import { counted, singular } from './counted.ts'

test.each([
  ['campaigns', 'campaign'],
  ['people', 'person'],
  ['replies', 'reply'],
  ['unfinished forms', 'unfinished form'],
  ['plans sold', 'plan sold'],
  ['plans and products', 'plan and product'],
  ['entries as support', 'entry as support'],
  ['failed jobs', 'failed job'],
  ['addresses', 'address'],
  ['batches', 'batch'],
  ['donors without an email address', 'donor without an email address'],
  ['currencies', 'currency'],
  ['times', 'time'],
  ['verses', 'verse'],
])('one of the %s is a %s', (many, one) => expect(singular(many)).toBe(one))

test('a count agrees with what it counts', () => {
  const number = new Intl.NumberFormat('en-US').format
  expect([0, 1, 2, 1204].map(count => counted(count, 'campaigns', number))).toEqual([
    '0 campaigns',
    '1 campaign',
    '2 campaigns',
    '1,204 campaigns',
  ])
})
