import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvFile, csvLine, withFormula } from '#kernel/csv.ts'
import { csvReader, readCsv } from './records.ts'

const cells = (text: string, delimiter = ',') => readCsv(text, { delimiter }).map(record => record.cells)

test('quotes, breaks inside them and every line ending', () => {
  expect(cells('a,b\n1,2\r\n"x, ""y""\nz",3\r4,\n')).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['x, "y"\nz', '3'],
    ['4', ''],
  ])
  expect(cells('')).toEqual([])
  expect(cells('a')).toEqual([['a']])
  expect(cells('""')).toEqual([['']])
  expect(cells('a\tb,c\n', '\t')).toEqual([['a', 'b,c']])
})

test('quotes that people forgot to double, and spaces before one', () => {
  expect(cells('"He said "hello" to me",4')).toEqual([['He said "hello" to me', '4']])
  expect(cells('6\' 2" tall,x\n a, "b, c" ,d')).toEqual([
    ['6\' 2" tall', 'x'],
    [' a', 'b, c', 'd'],
  ])
})

test('a quote that is never closed costs its own line', () => {
  const records = readCsv('a,b,c\nSmith,"Bob,1\nJones,Ann,2\n', { delimiter: ',' })
  expect(records.map(({ line, problem }) => [line, problem])).toEqual([
    [1, null],
    [2, 'unclosed_quote'],
    [3, null],
  ])
  expect(records[1]!.cells).toEqual(['Smith', 'Bob', '1'])
})

test('a quote that swallowed the next line shows by its width', () => {
  const records = readCsv('"a","b","c"\n"d","e","f\n"g","h","i"\n"j","k","l"\n', { delimiter: ',', columns: 3 })
  expect(records.map(({ cells, problem }) => [cells.length, problem])).toEqual([
    [3, null],
    [3, 'unclosed_quote'],
    [3, null],
    [3, null],
  ])
})

test('a record that is too long is one problem', () => {
  const reader = csvReader({ delimiter: ',', maxLength: 20 })
  const pieces = ['a,b\n', 'x'.repeat(15), 'x'.repeat(15), 'x'.repeat(40), 'x\nc,', 'd\n']
  const records = [...pieces.flatMap(piece => reader.write(piece)), ...reader.end()]
  expect(records.map(({ line, problem }) => [line, problem])).toEqual([
    [1, null],
    [2, 'too_long'],
    [3, null],
  ])
  expect(records[2]!.cells).toEqual(['c', 'd'])
})

/** The same numbers every time, so that a failure can be found again. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % sides
  }
}

const bits = ['Ann', 'Smith', '', ' ', ',', ';', '"', '\n', '\r\n', 'é', '👩', "O'Brien", '12', 'a b']

function randomTable(seed: number): string[][] {
  const roll = dice(seed)
  const width = 2 + roll(4)
  const cell = () => Array.from({ length: roll(4) }, () => bits[roll(bits.length)]).join('')
  return Array.from({ length: 1 + roll(8) }, () => Array.from({ length: width }, cell))
}

test('reads what an established parser reads, wherever the pieces end', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const delimiter = seed % 2 ? ',' : ';'
    const text = randomTable(seed)
      .map(row => csvLine(row, delimiter))
      .join('')
    const expected: string[][] = parse(text, { delimiter, relax_column_count: true, record_delimiter: ['\r\n'] })
    expect(cells(text, delimiter), `seed ${seed}`).toEqual(expected)
    const roll = dice(seed)
    const reader = csvReader({ delimiter })
    const found: string[][] = []
    for (let at = 0; at < text.length; ) {
      const next = at + 1 + roll(6)
      found.push(...reader.write(text.slice(at, next)).map(record => record.cells))
      at = next
    }
    found.push(...reader.end().map(record => record.cells))
    expect(found, `seed ${seed} in pieces`).toEqual(expected)
  }
})

test('our own export comes back as it went', () => {
  const rows = [
    ['=HYPERLINK("x")', 'a\r\nb'],
    ['👩 محمد', '+15125550142'],
  ]
  const file = csvFile(['Name', 'Note'], rows).slice(1)
  const back = readCsv(file, { delimiter: ',' }).map(({ cells }) => cells.map(withFormula))
  expect(back).toEqual([['Name', 'Note'], ...rows])
})
