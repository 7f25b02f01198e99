import { expect, test } from 'vitest'
import { consentLines, evidenceText, recordedText } from './rules.ts'

const phone = { value: '+15125550143', shown: '(512) 555-0143', kind: 'phone' as const }
const email = { value: 'ann@example.org', shown: 'ann@example.org', kind: 'email' as const }
const day = (at: Date | string) => new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const yes = {
  value: phone.value,
  channel: 'sms' as const,
  topic: '',
  topicName: 'Everything',
  source: 'form',
  via: 'Connect card',
  wording: 'Text me',
  at: '2026-11-02T15:00:00Z',
}
const stop = {
  value: phone.value,
  channel: 'sms' as const,
  topic: '',
  topicName: '',
  reason: 'stop' as const,
  source: 'reply',
  how: 'By replying STOP',
  at: '2026-11-22T15:00:00Z',
  canLift: false,
}
const lines = (yeses: (typeof yes)[], stops: object[]) =>
  consentLines([email, phone], yeses, stops as (typeof stop)[], day).map(({ channel, state, text }) => [
    channel,
    state,
    text,
  ])

test('each channel of each address and number has one line, whether or not anything is recorded', () => {
  expect(lines([], [])).toEqual([
    ['sms', 'none', 'No consent recorded'],
    ['email', 'none', 'No consent recorded'],
    ['voice', 'none', 'No opt-out recorded'],
  ])
})

test('a line says the state, since when and by what evidence', () => {
  expect(lines([yes], [])[0]).toEqual(['sms', 'in', 'Opted in to texts, Nov 2, 2026, by the connect card'])
  expect(lines([yes], [stop])[0]).toEqual(['sms', 'out', 'Opted out of texts, Nov 22, 2026, by replying STOP'])
  const news = { ...yes, topic: 'newsletter', topicName: 'News and events', source: 'keyword', via: 'JOIN' }
  expect(lines([news], [])[0]![2]).toBe('Opted in to texts about News and events, Nov 2, 2026, by texting JOIN')
})

test('do not contact takes every channel; one topic turned off leaves the others', () => {
  const dnc = { ...stop, channel: 'all', reason: 'dnc', source: 'staff' }
  expect(lines([yes], [dnc])).toMatchObject([
    ['sms', 'out', 'Marked as do not contact, Nov 22, 2026'],
    ['email', 'none', 'No consent recorded'],
    ['voice', 'out', 'Marked as do not contact, Nov 22, 2026'],
  ])
  const [news, youth] = ['News and events', 'Youth'].map(topicName => ({ ...yes, topic: topicName, topicName }))
  const off = { ...stop, topic: 'Youth', topicName: 'Youth', reason: 'unsubscribed', source: 'preferences' }
  expect(lines([news!, youth!], [off])[0]![2]).toBe(
    'Opted in to texts about News and events, Nov 2, 2026, by the connect card',
  )
  expect(lines([youth!], [off])[0]).toEqual([
    'sms',
    'out',
    'Opted out of texts about Youth, Nov 22, 2026, on the preferences page',
  ])
})

test.each([
  [{ source: 'form', via: 'Easter sign-up' }, 'by the form “Easter sign-up”'],
  [{ source: 'form', via: '' }, 'by a form'],
  [{ source: 'import', via: 'members.csv' }, 'by the import of members.csv'],
  [{ source: 'staff', via: '' }, 'recorded by staff'],
])('evidence %j', (given, text) => expect(evidenceText(given)).toBe(text))

test('what was recorded is told with those left out', () => {
  const counts = { changed: 127, already: 0, refused: 0, without: 30 }
  expect(recordedText(counts, 'sms')).toBe('Consent recorded for 127 people. 30 had no number.')
  expect(recordedText({ changed: 1, already: 1_200, refused: 2, without: 0 }, 'email')).toBe(
    'Consent recorded for 1 person. 1,200 had consented before. 2 opted out or can’t be reached.',
  )
})
