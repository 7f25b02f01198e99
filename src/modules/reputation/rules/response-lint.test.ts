import { expect, test } from 'vitest'
import { lintResponse } from './response-lint.ts'

const levels = (text: string, platform: 'google' | 'yelp' = 'google') =>
  lintResponse(text, platform).map(({ level }) => level)

test.each([
  'Thank you, Maria. We are grateful for your words.',
  'We are sorry that the parking lot was full. Please write to our office, so that we can do better.',
  'Merci beaucoup. Nous sommes heureux de vos mots.',
  'Thank you! Our services are at 9 and 11 on Sundays.',
])('a plain answer is fine: %s', text => {
  expect(levels(text)).toEqual([])
})

test.each([
  ['', 'Please write a response.'],
  ['   ', 'Please write a response.'],
  ['Write to pat@grace.example and we will talk.', 'Please leave out the email address. Anyone can read this.'],
  ['Call me at (512) 555-0143.', 'Please leave out the phone number. Anyone can read this.'],
  ['Call +1 512 555 0143 today', 'Please leave out the phone number. Anyone can read this.'],
  [
    'We will send you a gift card if you change your review.',
    'Please offer nothing for a review or a change of it. The law and every platform forbid that.',
  ],
  [
    'There is a free coffee for you once you update the rating!',
    'Please offer nothing for a review or a change of it. The law and every platform forbid that.',
  ],
])('%s is refused', (text, sentence) => {
  expect(lintResponse(text, 'google')).toEqual([{ level: 'error', text: sentence }])
})

test.each([
  'Thanks for attending last Sunday!',
  'It was great to see you and your family.',
  'We are sorry about what happened with your prayer request.',
  'That’s not true, and you know it.',
])('%s asks for a second look', text => {
  expect(levels(text)).toEqual(['warning'])
})

test('each platform has its own length', () => {
  expect(lintResponse('x'.repeat(4_100), 'google')).toEqual([
    { level: 'error', text: 'Google takes up to 4,096 characters. Please shorten this by 4.' },
  ])
  expect(levels('x'.repeat(4_100), 'yelp')).toEqual([])
})
