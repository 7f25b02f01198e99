import { describe, expect, test } from 'vitest'
import { detectDelimiter } from './delimiter.ts'
import { findHeader, tooWide, uniqueNames } from './header.ts'
import { readCsv } from './records.ts'

const header = (text: string, delimiter = ',') => findHeader(readCsv(text, { delimiter }).map(({ cells }) => cells))

describe('the delimiter', () => {
  test.each([
    [',', 'First name,Last name,Note\nAnn,Smith,a; b; c\nBob,Lee,d\n'],
    [';', 'Vorname;Nachname;Notiz\nJörg;Müller;a, b, c\nAnn;Smith;d, e\n'],
    ['\t', 'Name\tEmail\nAnn Smith\tann@example.org\n'],
    ['|', 'Name|Email\nAnn, Smith|ann@example.org\n'],
    [',', 'Email\nann@example.org\nbob@example.org\n'],
    [',', 'Name,"Notes; and; more"\nAnn,"one; two"\n'],
  ])('%j', (delimiter, text) => expect(detectDelimiter(text)).toEqual({ delimiter, skipLine: false }))

  test('is what a sep line says', () => {
    expect(detectDelimiter('sep=;\r\na;b\n')).toEqual({ delimiter: ';', skipLine: true })
    expect(detectDelimiter('"sep=|"\na|b\n')).toEqual({ delimiter: '|', skipLine: true })
  })
})

describe('the header', () => {
  test('stands below titles and blank lines', () => {
    expect(
      header('Grace Church member list,,\nPrinted 3 May,,\n\nFirst name,Last name,Email\nAnn,Smith,ann@example.org\n'),
    ).toEqual({
      row: 3,
      names: ['First name', 'Last name', 'Email'],
    })
  })

  test('is missing where people stand in the first line', () => {
    expect(header('Ann,Smith,ann@example.org\nBob,Lee,bob@example.org\n')).toEqual({
      row: -1,
      names: ['Column 1', 'Column 2', 'Column 3'],
    })
    expect(header('Ann Smith\nBob Lee\n').row).toBe(-1)
  })

  test('may be in words nobody knows', () => {
    expect(header('Wer,Wo,Womit\nAnn,Bonn,ann@example.org\nBob,Köln,bob@example.org\n').row).toBe(0)
  })

  test('gives every column one name of its own', () => {
    expect(uniqueNames(['Email', 'email', '', 'Email', '\uFEFFName'], 6)).toEqual([
      'Email',
      'email (2)',
      'Column 3',
      'Email (3)',
      'Name',
      'Column 6',
    ])
  })

  test('one row with stray delimiters adds no columns', () => {
    expect(
      header('First name,Email\nAnn,a@example.org\nBob,b@example.org,,,,x\nLee,c@example.org\n').names,
    ).toHaveLength(2)
  })

  test('takes 500 columns', () => {
    expect(tooWide(500)).toBeNull()
    expect(tooWide(1501)).toMatch(/^This file has 1,501 columns; we can take up to 500\./)
  })
})
