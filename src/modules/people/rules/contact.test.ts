import { describe, expect, test } from 'vitest'
import { formatPhone, normaliseEmail, normalisePhone, readPhone } from './contact.ts'

describe('an email address', () => {
  test.each([
    ['Maria <MAILTO:Maria.L+x@Example.ORG>', 'maria.l+x@example.org'],
    [' <a@example.org>; ', 'a@example.org'],
    ['mailto:a@example.org?subject=Hello', 'a@example.org'],
    ['anna@müller.example', 'anna@xn--mller-kva.example'],
    ['anna@MÜLLER.example', 'anna@xn--mller-kva.example'],
    ['\u202aa\u200b@exam\ufeffple.org\u202c', 'a@example.org'],
    ["o'brien@example.org", "o'brien@example.org"],
    ['josé@example.org', 'josé@example.org'],
  ])('%s', (raw, expected) => expect(normaliseEmail(raw)).toBe(expected))

  test.each([
    '',
    '@',
    'a',
    'a@b',
    'a..b@example.org',
    '.a@example.org',
    'a@exa mple.org',
    'a@127.0.0.1',
    'a@example.org, b@example.org',
    'a@-example.org',
    'a@exam_ple.org',
    'a@ü/x.org',
    'a\0@example.org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(250)}.org`,
    'a@example.org%00',
    '=cmd|a@example',
  ])('%j is none', raw => expect(normaliseEmail(raw)).toBeNull())

  test('once normalized, it stays', () => {
    const once = normaliseEmail('Anna@Müller.Example')
    expect(normaliseEmail(once!)).toBe(once)
  })
})

describe('a phone number', () => {
  test.each([
    ['(512) 555-0142', 'US', '+15125550142'],
    ['512.555.0142', 'US', '+15125550142'],
    ['1 512 555 0142', 'CA', '+15125550142'],
    ['5125550142', 'US', '+15125550142'],
    ['+1 555 010 0142', 'US', '+15550100142'],
    ['tel:+1-512-555-0142', 'DE', '+15125550142'],
    ['030 901820', 'DE', '+4930901820'],
    ['0049 30 901820', 'US', '+4930901820'],
    ['+49 (0)30 901820', 'US', '+4930901820'],
    ['55 5012 3456', 'MX', '+525550123456'],
    ["'+15125550142", 'US', '+15125550142'],
  ])('%s in %s', (raw, country, expected) => expect(normalisePhone(raw, country)).toBe(expected))

  test.each([
    '',
    '555-0142',
    '0000000000',
    '112',
    'ask Ann',
    '512-555-0142 or 512-555-0199',
    '5.12555E+09',
    '1234567890',
  ])('%j is no full number', raw => expect(normalisePhone(raw, 'US')).toBeNull())

  test('an extension is kept apart', () => {
    expect(readPhone('512-555-0142 ext. 12', 'US')).toEqual({ number: '+15125550142', extension: '12' })
    expect(readPhone('512-555-0142 x7', 'US')).toEqual({ number: '+15125550142', extension: '7' })
  })

  test('is shown as people dial it', () => {
    expect(formatPhone('+15125550142', 'US')).toBe('(512) 555-0142')
    expect(formatPhone('+15125550142', 'DE', '12')).toBe('+1 512 555 0142 ext. 12')
    expect(formatPhone('+4930901820', 'DE')).toBe('030 901820')
    expect(formatPhone('call the office', 'US')).toBe('call the office')
  })
})
