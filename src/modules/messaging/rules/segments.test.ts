import { expect, test } from 'vitest'
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
