import { expect, test } from 'vitest'
import { csvFile, csvLine, withFormula, withoutFormula } from './csv.ts'

test.each(['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\tx', '\rx', '＝1+1', '-Ann', '+1a'])(
  '%j gets an apostrophe',
  text => {
    expect(withoutFormula(text)).toBe(`'${text}`)
    expect(withFormula(withoutFormula(text))).toBe(text)
  },
)

test.each(['+15125550142', '+1 (512) 555-0142', '-12', '-1,234.50', '-5%', 'Ann', "O'Brien", "'quoted", '1=1', ''])(
  '%j stays',
  text => expect(withoutFormula(text)).toBe(text),
)

test('a line is quoted where it must be', () => {
  expect(csvLine(['Smith, Ann', 'say "hi"', 'two\nlines', ' x', 3, true, null, undefined])).toBe(
    '"Smith, Ann","say ""hi""","two\nlines"," x",3,true,,\r\n',
  )
  expect(csvLine(['a,b', 'c;d'], ';')).toBe('a,b;"c;d"\r\n')
})

test('a file begins with the mark for spreadsheets and its header; dates are instants', () => {
  const at = new Date('2026-03-08T09:30:00Z')
  expect(csvFile(['Name', 'Since'], [['=HYPERLINK("x")', at]])).toBe(
    '\uFEFFName,Since\r\n"\'=HYPERLINK(""x"")",2026-03-08T09:30:00.000Z\r\n',
  )
})
