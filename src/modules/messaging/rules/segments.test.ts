import { SegmentedMessage } from 'sms-segments-calculator'
import { expect, test } from 'vitest'
import { fillTags } from './merge-tags.ts'
import { measure } from './segments.ts'

test.each([
  ['a'.repeat(160), 'GSM-7', 1],
  ['a'.repeat(161), 'GSM-7', 2],
  ['a'.repeat(306), 'GSM-7', 2],
  ['a'.repeat(307), 'GSM-7', 3],
  ['['.repeat(80), 'GSM-7', 1],
  ['['.repeat(81), 'GSM-7', 2],
  ['é'.repeat(160), 'GSM-7', 1],
  [`’${'a'.repeat(69)}`, 'UCS-2', 1],
  [`’${'a'.repeat(70)}`, 'UCS-2', 2],
  ['😀'.repeat(35), 'UCS-2', 1],
  ['😀'.repeat(36), 'UCS-2', 2],
  ['á'.repeat(70), 'UCS-2', 1],
  ['á'.repeat(71), 'UCS-2', 2],
  ['', 'GSM-7', 1],
])('%#: %s', (text, encoding, segments) => {
  expect(measure(text)).toMatchObject({ encoding, segments })
})

const hello = (firstName: string) => fillTags('Hi {firstName|friend}, see you on Sunday at 9:30!', { firstName }).text
const long = (firstName: string) => fillTags(`${'We look forward to you. '.repeat(6)}{firstName}`, { firstName }).text
const strings = [
  'Hello',
  'Don’t forget',
  "Don't forget",
  '“Grace”',
  '"Grace"',
  'A – dash',
  'A - dash',
  'Wait…',
  'Wait...',
  '€5 for lunch',
  'See you 🙏',
  '🙏'.repeat(35),
  '🙏'.repeat(67),
  '🙏'.repeat(68),
  '👨‍👩‍👧‍👦',
  '👨‍👩‍👧‍👦'.repeat(30),
  '🇺🇸'.repeat(20),
  '❤️ you',
  'e\u0301'.repeat(40),
  '['.repeat(153),
  '{'.repeat(77),
  '^'.repeat(160),
  `${'a'.repeat(152)}€${'a'.repeat(10)}`,
  '|~\\',
  'line\nbreak',
  '\r\n'.repeat(80),
  'ñandú',
  'Ça va',
  'ça va',
  'Öffnung',
  'Ελλάδα',
  'Привет',
  '你好',
  'שלום',
  'tab\there',
  '`code`',
  'ø'.repeat(160),
  'Ł'.repeat(71),
  hello('Ann'),
  hello('José'),
  hello('Zoë'),
  hello('Łukasz'),
  hello('O’Neil'),
  hello(''),
  hello('李'),
  long('Ann'),
  long('Anastasia Maximiliana'),
  long('José'),
  long('Łukasz'),
]

test(`${strings.length} texts with emojis, curly quotes and names travel in as many pieces as the carrier counts`, () => {
  expect(strings.length).toBeGreaterThanOrEqual(40)
  for (const text of strings) {
    const { encodingName, segmentsCount } = new SegmentedMessage(text)
    expect(measure(text), text).toMatchObject({ encoding: encodingName, segments: segmentsCount })
  }
})
