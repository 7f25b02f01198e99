import { expect, test } from 'vitest'
import { csvLine, toCsv, withFormula, withoutFormula } from './csv-out.ts'
import { readCsv } from './records.ts'

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
  expect(csvLine(['a,b', 'c;d'], { delimiter: ';' })).toBe('a,b;"c;d"\r\n')
})

test('a file comes back as it went', () => {
  const rows = [
    ['Name', 'Note'],
    ['=HYPERLINK("x")', 'a\r\nb'],
    ['👩 محمد', '+15125550142'],
  ]
  const back = readCsv(toCsv(rows), { delimiter: ',' }).map(({ cells }) => cells.map(withFormula))
  expect(back).toEqual(rows)
  expect(toCsv(rows, { bom: true }).startsWith('\uFEFFName')).toBe(true)
})
