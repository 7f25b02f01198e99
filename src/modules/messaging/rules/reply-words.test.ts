import { expect, test } from 'vitest'
import { replyWord } from './reply-words.ts'

test.each([
  'STOP',
  ' stop ',
  'Stop.',
  'STOPALL',
  'unsubscribe',
  'END',
  'quit',
  'cancel',
  'revoke',
  'opt out',
  'OPTOUT',
  'arret',
  'ARRÊT',
  '“stop”'.replace(/[“”]/g, '"'),
])('%s is a no', text => expect(replyWord(text, false)).toBe('stop'))
test.each([
  'please stop texting me',
  'remove me',
  'no más',
  'No mas!',
  'wrong number',
  'Don’t text me again',
  'take me off? remove us please',
])('%s is taken for a no, and shown', text => expect(replyWord(text, false)).toBe('fuzzy_stop'))
test.each([
  "Don't stop the music",
  'When does it end?',
  'Can we end at noon?',
  'yes',
  'See you at the start',
  'helpful, thank you',
  '',
])('%s is a message like any other', text => expect(replyWord(text, false)).toBeNull())
test('what only may mean it is left alone and shown; yes counts where somebody had said no', () => {
  expect(replyWord('cancel my appointment', false)).toBe('review')
  expect(replyWord('START', false)).toBe('start')
  expect(replyWord('Unstop', true)).toBe('start')
  expect(replyWord('YES', true)).toBe('start')
  expect(replyWord('HELP', false)).toBe('help')
  expect(replyWord('info', false)).toBe('help')
})
