import { expect, test } from 'vitest'
import { dateExample, shownDate, toStoredDate } from './typed-dates.ts'

const stored = (typed: string, locale = 'en-US') => toStoredDate(typed, locale, '2026-05-17')

test('dates as people type them, by their locale', () => {
  for (const typed of [
    '4/3/1980',
    '04/03/1980',
    '4-3-80',
    'Apr 3 1980',
    'April 3, 1980',
    '3 Apr 1980',
    '1980-04-03',
    ' 4.3.1980 ',
  ])
    expect(stored(typed), typed).toBe('1980-04-03')
  expect(stored('3/4/1980', 'en-GB')).toBe('1980-04-03')
  expect(stored('3.4.1980', 'de-DE')).toBe('1980-04-03')
  expect(stored('3. April 1980', 'de-DE')).toBe('1980-04-03')
  expect(stored('3 de abril de 1980', 'es-MX')).toBe('1980-04-03')
  expect(stored('3 avril 1980', 'fr-FR')).toBe('1980-04-03')
  expect(stored('3 de abril de 1980', 'pt-BR')).toBe('1980-04-03')
  expect(stored('4/3')).toBe('--04-03')
  expect(stored('April 3')).toBe('--04-03')
  expect(stored('--04-03')).toBe('--04-03')
  expect(stored('')).toBe('')
  for (const typed of ['soon', '2/30/1980', '4/3/'.repeat(9)]) expect(stored(typed), typed).toBe(typed)
})

test('a stored date is shown in words, which are read as the same date again', () => {
  for (const locale of ['en-US', 'en-GB', 'de-DE', 'es-MX', 'fr-FR', 'pt-BR'])
    for (let month = 1; month <= 12; month++) {
      const date = `1980-${String(month).padStart(2, '0')}-03`
      expect(stored(shownDate(date, locale), locale), `${locale} ${shownDate(date, locale)}`).toBe(date)
    }
  expect(shownDate('--04-03', 'en-US')).toBe('April 3')
  expect(shownDate('soon', 'en-US')).toBe('soon')
  expect(dateExample('en-US')).toBe('4/3/1980 or April 3')
  expect(dateExample('de-DE')).toBe('3.4.1980 or 3. April')
})
