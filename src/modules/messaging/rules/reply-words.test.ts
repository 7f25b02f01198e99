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
  '“stop”',
  'STOP 🛑',
  '🙏stop!!😡',
  'Stop\u200b',
  '\u202eSTOP\u202c',
  'ＳＴＯＰ',
  'S.T.O.P.',
  'stop stop STOP',
  'Stop all',
  'STOP\n\nSent from my iPhone',
  'Stop\n-- \nPastor Ann, Grace Church',
  'ALTO',
  '¡Basta!',
  'Baja',
  'Arrêtez',
  '수신거부',
])('%s is a no', text => expect(replyWord(text, false)).toBe('stop'))
test.each([
  'please stop texting me',
  'remove me',
  'no más',
  'No mas!',
  'wrong number',
  'Don’t text me again',
  'take me off? remove us please',
  'Stop please',
  'please STOP, thank you 🙏',
  'take me off',
  'I want to opt out',
  'Opt me out',
  'please unsubscribe',
  'How do I unsubscribe?',
  'No more texts',
  'stop these messages',
  'stop it',
  'Por favor pare',
  'No me escriban más',
  'Dejen de mandarme mensajes',
  'Quítenme de la lista',
  'Quiero darme de baja',
  'No quiero recibir más mensajes',
])('%s is taken for a no, and shown', text => expect(replyWord(text, false)).toBe('fuzzy_stop'))
test.each([
  "Don't stop the music",
  'When does it end?',
  'Can we end at noon?',
  'yes',
  'See you at the start',
  'helpful, thank you',
  'Can you take me to church on Sunday?',
  'Could somebody take us home?',
  'Stop by the office, please',
  'Please don’t stop',
  'I’ll stop at the store',
  'Is this the end of it?',
  'Gracias, para el domingo',
  'The end 😂',
  'Gracias, alto',
  '',
])('%s is a message like any other', text => expect(replyWord(text, false)).toBeNull())
test('what only may mean it is left alone and shown; yes counts where somebody had said no', () => {
  for (const text of ['cancel my appointment', 'I need to cancel, thanks', 'I want to opt out of the potluck'])
    expect(replyWord(text, false)).toBe('review')
  expect(replyWord('START', false)).toBe('start')
  expect(replyWord('Unstop', true)).toBe('start')
  expect(replyWord('YES', true)).toBe('start')
  expect(replyWord('HELP', false)).toBe('help')
  expect(replyWord('info', false)).toBe('help')
})
