import { expect, test } from 'vitest'
import { ageOn, datesAgree, formatPartialDate, isRealDate, parsePartialDate, partialDateText } from './birthday.ts'

const date = (text: string) => parsePartialDate(text)!

test('stored forms are read and written back', () => {
  expect(date('1975-03-04')).toEqual({ year: 1975, month: 3, day: 4 })
  expect(date('--02-29')).toEqual({ year: null, month: 2, day: 29 })
  for (const text of ['1975-03-04', '--02-29', '2000-02-29']) expect(partialDateText(date(text))).toBe(text)
})

test.each(['1975-02-29', '1900-02-29', '--02-30', '1975-13-01', '1975-00-10', '--04-31', '75-03-04', '', '1975-3-4'])(
  '%s is no date',
  text => expect(parsePartialDate(text)).toBeNull(),
)

test('days that exist', () => {
  expect(isRealDate({ year: 2000, month: 2, day: 29 })).toBe(true)
  expect(isRealDate({ year: null, month: 2, day: 29 })).toBe(true)
  expect(isRealDate({ year: 1975, month: 1.5, day: 2 })).toBe(false)
})

test('shown in the words of the locale, with or without a year', () => {
  expect(formatPartialDate(date('1975-03-04'), 'en-US')).toBe('March 4, 1975')
  expect(formatPartialDate(date('--03-04'), 'en-US')).toBe('March 4')
  expect(formatPartialDate(date('--02-29'), 'de-DE')).toBe('29. Februar')
})

test('age on a day', () => {
  expect(ageOn(date('1975-05-18'), '2026-05-17')).toBe(50)
  expect(ageOn(date('1975-05-17'), '2026-05-17')).toBe(51)
  expect(ageOn(date('--05-17'), '2026-05-17')).toBeNull()
  expect(ageOn(date('2030-05-17'), '2026-05-17')).toBeNull()
})

test('a missing year contradicts nothing', () => {
  expect(datesAgree(date('--03-04'), date('1975-03-04'))).toBe(true)
  expect(datesAgree(date('1974-03-04'), date('1975-03-04'))).toBe(false)
  expect(datesAgree(date('--03-05'), date('1975-03-04'))).toBe(false)
})
