import { expect, test } from 'vitest'
import { suppressionText } from './suppression-words.ts'

test.each([
  ['sms', 'stop', 'reply', 'Opted out of texts, Nov 22, by replying STOP'],
  ['email', 'unsubscribed', 'link', 'Opted out of email, Nov 22, by the unsubscribe link'],
  ['email', 'unsubscribed', 'reply', 'Opted out of email, Nov 22, by replying'],
  ['all', 'manual', 'staff', 'Opted out of all messages, Nov 22, recorded by staff'],
  ['sms', 'stop', 'elsewhere', 'Opted out of texts, Nov 22'],
  ['email', 'hard_bounce', 'server', 'Email to this address bounced, Nov 22'],
  ['sms', 'invalid', 'carrier', 'Can’t receive texts, Nov 22'],
] as const)('%s, %s by %s', (channel, reason, source, words) =>
  expect(suppressionText({ channel, reason, source }, 'Nov 22')).toBe(words),
)
